// The middle row of the header.

import { useQuery } from '@tanstack/react-query'
import { Heart, type LucideIcon, Menu, Search, ShoppingBag, User } from 'lucide-react'
import { Link } from 'react-router'
import { countsQuery, useUnread } from '~/features/account/counts'
import { countUnits } from '~/features/basket/rules'
import { useBasket } from '~/features/basket/store'
import { loginModal } from '~/features/favourites/favourites'
import { SearchBox } from '~/features/search/components/search-box'
import { useIsSignedIn } from '~shared/features/auth/store'
import { useLocale, useT } from '~shared/i18n/context'
import { paths } from '~shared/lib/paths'
import { IconButton } from '~shared/ui/button'
import { Logo } from '~shared/ui/logo'
import { overlay, useOverlay } from './flags'

/** The counts come from the server for signed-in users, from the device for guests. */
function useCounts() {
  const isSignedIn = useIsSignedIn()
  const { data } = useQuery({ ...countsQuery(useLocale()), enabled: isSignedIn })
  const guestUnits = useBasket(({ lines }) => countUnits(lines))
  return isSignedIn ? (data?.data ?? { cartCount: 0, favCount: 0 }) : { cartCount: guestUnits, favCount: 0 }
}

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

const ITEM =
  'relative grid h-13 min-w-11 place-items-center content-center gap-0.5 rounded-md px-1.5 text-xs font-medium text-ink hover:text-accent-text lg:min-w-18'

/** Returns a label for screen readers, from which the badge is hidden. */
const labelWithCount = (label: string, count: number, countText: string) => (count > 0 ? `${label}, ${countText}` : label)

function HeaderActions() {
  const t = useT()
  const isSignedIn = useIsSignedIn()
  const { cartCount, favCount } = useCounts()
  const unread = useUnread()
  const favourites = t('common.nav.favourites')
  const account = isSignedIn ? t('common.nav.account') : t('common.nav.signIn')
  const cart = t('common.nav.cart')

  return (
    <nav aria-label={t('common.nav.personal')} className="flex items-center">
      {isSignedIn ? (
        <Link
          to={paths.favourites()}
          aria-label={labelWithCount(favourites, favCount, t('common.nav.count', { count: favCount }))}
          className={ITEM}
        >
          <IconWithCount Icon={Heart} label={favourites} count={favCount} />
        </Link>
      ) : (
        <button type="button" aria-label={favourites} aria-haspopup="dialog" onClick={loginModal.open} className={ITEM}>
          <IconWithCount Icon={Heart} label={favourites} count={0} />
        </button>
      )}
      <Link
        to={isSignedIn ? paths.account() : paths.signIn()}
        aria-label={labelWithCount(account, unread, t('common.nav.unread', { count: unread }))}
        className={`${ITEM} max-[23rem]:hidden`}
      >
        <IconWithCount Icon={User} label={account} count={unread} />
      </Link>
      <Link
        to={paths.cart()}
        aria-label={labelWithCount(cart, cartCount, t('common.nav.count', { count: cartCount }))}
        className={`${ITEM} -mr-1.5`}
      >
        <IconWithCount Icon={ShoppingBag} label={cart} count={cartCount} />
      </Link>
    </nav>
  )
}

function IconWithCount({ Icon, label, count }: { Icon: LucideIcon; label: string; count: number }) {
  return (
    <>
      <Icon aria-hidden className="size-6" strokeWidth={1.75} />
      <span className="hidden lg:inline">{label}</span>
      {/* Absolute, so that the icon does not move when the badge appears. */}
      <span className="absolute top-0 left-1/2 h-5 w-7">
        <CountBadge count={count} />
      </span>
    </>
  )
}

function CountBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span
      aria-hidden
      className="absolute top-0.5 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-bold text-on-accent tabular-nums ring-2 ring-canvas"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
