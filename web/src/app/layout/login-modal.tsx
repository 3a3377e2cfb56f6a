import { Suspense, useEffect, useId } from 'react'
import { useLocation } from 'react-router'
import { loginModal, useLoginModal } from '~/features/favourites/login-modal-store'
import { lazyPart } from '~/lib/lazy-part'
import { paths } from '~shared/lib/paths'
import { Dialog } from '~shared/ui/dialog'

const Content = lazyPart(() => import('./login-modal-content'), 'around')

/** Asks a guest to sign in. Closes by its button and as soon as the path is the sign-in page. */
export function LoginModal() {
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
      <Suspense>
        <Content title={title} signIn={signIn} />
      </Suspense>
    </Dialog>
  )
}
