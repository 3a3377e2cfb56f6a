import { Menu, Search } from 'lucide-react'
import { Link } from 'react-router'
import { SearchBox } from '~/features/search/components/search-box'
import { useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { IconButton } from '~shared/ui/icon-button'
import { Logo } from '~shared/ui/logo'
import { HeaderActions } from './header-actions'
import { overlay, useOverlay } from './ui-flags'

export function CentreBar() {
  const t = useT()
  const open = useOverlay((state) => state.open)
  return (
    <div className="wrap flex h-16 items-center gap-1 sm:gap-4 lg:h-18 lg:gap-10">
      <IconButton
        label={t('common.nav.menu')}
        aria-haspopup="dialog"
        aria-expanded={open === 'menu'}
        className="-ml-2.5 lg:hidden"
        onClick={() => overlay.show('menu')}
      >
        <Menu aria-hidden className="size-6" strokeWidth={1.75} />
      </IconButton>
      <Link to={paths.home()} aria-label={t('common.nav.home')} className="shrink-0 rounded-md">
        <Logo />
      </Link>
      <div className="hidden min-w-0 grow md:block">
        <SearchBox place="header" />
      </div>
      <div className="ml-auto flex items-center">
        <IconButton
          label={t('common.search.open')}
          aria-haspopup="dialog"
          aria-expanded={open === 'search'}
          className="md:hidden"
          onClick={() => overlay.show('search')}
        >
          <Search aria-hidden className="size-6" strokeWidth={1.75} />
        </IconButton>
        <HeaderActions />
      </div>
    </div>
  )
}
