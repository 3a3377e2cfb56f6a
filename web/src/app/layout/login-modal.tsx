import { X } from 'lucide-react'
import { useEffect, useId } from 'react'
import { Link, useLocation } from 'react-router'
import gift from '~/assets/pictures/empty-heart.webp'
import { loginModal, useLoginModal } from '~/features/favourites/login-modal-store'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { ButtonLink } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { IconButton } from '~/ui/icon-button'

/** Asks a guest to sign in. Closes by its button and as soon as the path is the sign-in page. */
export function LoginModal() {
  const t = useT()
  const title = useId()
  const isOpen = useLoginModal((state) => state.isOpen)
  const { pathname, search } = useLocation()
  const signIn = paths.signIn(pathname === paths.signIn() ? undefined : pathname + search)

  useEffect(() => {
    if (pathname === paths.signIn()) loginModal.close()
  }, [pathname])

  return (
    <Dialog
      open={isOpen}
      onClose={loginModal.close}
      labelledBy={title}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-2xl p-0 shadow-lifted open:appear"
    >
      <div className="relative grid justify-items-center gap-3 p-6 pt-10 text-center">
        <IconButton label={t('common.close')} className="absolute! top-2 right-2" onClick={loginModal.close}>
          <X aria-hidden className="size-5.5" />
        </IconButton>
        <Link to={signIn} aria-label={t('common.signInPage')} className="mb-2 grid size-36 place-items-center rounded-full bg-rose">
          <img src={gift} alt="" width={96} height={96} className="size-24" />
        </Link>
        <h2 id={title} className="text-2xl">
          {t('common.please_log_in')}
        </h2>
        <p className="text-pretty text-muted">{t('common.pleaseLogInText')}</p>
        <ButtonLink to={signIn} size="lg" className="mt-3 w-full">
          {t('common.nav.signIn')}
        </ButtonLink>
      </div>
    </Dialog>
  )
}
