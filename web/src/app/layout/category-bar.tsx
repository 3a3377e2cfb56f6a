import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTree } from '~shared/features/catalog/queries'
import { useT } from '~shared/i18n/context'
import { CategoryTab } from './category-tab'
import { useMegaMenu } from './use-mega-menu'

/** The top categories. One with children opens a panel, on hover or by its button. */
export function CategoryBar() {
  const t = useT()
  const tree = useTree()
  const menu = useMegaMenu()
  const { pathname } = useLocation()
  const { close, openId } = menu

  useEffect(close, [pathname, close])

  // What the pointer opened has no focus inside, so its Escape arrives nowhere near the panel.
  useEffect(() => {
    if (openId === null) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [openId, close])

  return (
    <nav
      aria-label={t('common.nav.categories')}
      className="relative hidden lg:block"
      onPointerLeave={menu.leave}
      onPointerEnter={menu.stay}
    >
      <ul className="wrap flex items-center justify-between gap-x-1">
        {tree.map((category) => (
          <CategoryTab key={category.id} category={category} menu={menu} />
        ))}
      </ul>
    </nav>
  )
}
