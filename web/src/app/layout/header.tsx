import clsx from 'clsx'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useT } from '~shared/i18n/context'
import { useScrolled } from '~/lib/use-scrolled'
import { Toaster } from '~shared/ui/toaster'
import { CategoryBar } from './category-bar'
import { CentreBar } from './centre-bar'
import { SearchPanel } from './search-panel'
import { SideMenu } from './side-menu'
import { TopStrip } from './top-strip'
import { overlay } from './ui-flags'

/** The strip scrolls away; the rest sticks, and from five pixels on looks as if it floats. */
export function Header() {
  const t = useT()
  const isStuck = useScrolled()
  const { pathname } = useLocation()
  useEffect(() => overlay.close(), [pathname])
  return (
    <>
      {/* Without a box of its own, or the bars could only stick inside of it. */}
      <header data-sticky={isStuck || undefined} className="contents">
        <TopStrip />
        <div
          className={clsx(
            'sticky top-0 z-40 border-b bg-canvas transition-[box-shadow,border-color] duration-200',
            isStuck ? 'border-line shadow-quiet' : 'border-transparent',
          )}
        >
          <CentreBar />
          <CategoryBar />
          {/* On a phone below the bars: whoever has just put something into the cart wants to get there. */}
          <Toaster labels={{ region: t('common.messages'), close: t('common.close') }} />
        </div>
      </header>
      <SideMenu />
      <SearchPanel />
    </>
  )
}
