import { Suspense } from 'react'
import { useT } from '~shared/i18n/context'
import { lazyPart } from '~/lib/lazy-part'
import { Dialog } from '~shared/ui/dialog'
import { overlay, useOverlay } from './ui-flags'

const Content = lazyPart(() => import('./side-menu-content'), 'around')

export function SideMenu() {
  const t = useT()
  const isOpen = useOverlay((state) => state.open === 'menu')
  return (
    <Dialog
      open={isOpen}
      onClose={overlay.close}
      label={t('common.nav.menu')}
      className="m-0 h-dvh w-[min(22rem,88vw)] rounded-r-2xl p-0 open:slide-left"
    >
      <Suspense>
        <Content />
      </Suspense>
    </Dialog>
  )
}
