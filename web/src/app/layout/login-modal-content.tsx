// Asks a guest to sign in. Loaded when the dialog opens first.

import { X } from 'lucide-react'
import { Link } from 'react-router'
import { loginModal } from '~/features/favourites/favourites'
import gift from '~shared/assets/pictures/empty-heart.webp'
import { useT } from '~shared/i18n/context'
import { ButtonLink, IconButton } from '~shared/ui/button'

export default function LoginModalContent({ titleId, signInPath }: { titleId: string; signInPath: string }) {
  const t = useT()
  return (
    <div className="relative grid justify-items-center gap-3 p-6 pt-10 text-center">
      <IconButton label={t('common.close')} className="absolute! top-2 right-2" onClick={loginModal.close}>
        <X aria-hidden className="size-5.5" />
      </IconButton>
      <Link to={signInPath} aria-label={t('deferred.login.page')} className="mb-2 grid size-36 place-items-center rounded-full bg-rose">
        <img src={gift} alt="" width={96} height={96} className="size-24" />
      </Link>
      <h2 id={titleId} className="text-2xl">
        {t('deferred.login.title')}
      </h2>
      <p className="text-pretty text-muted">{t('deferred.login.text')}</p>
      <ButtonLink to={signInPath} size="lg" className="mt-3 w-full">
        {t('common.nav.signIn')}
      </ButtonLink>
    </div>
  )
}
