import { useLocation } from 'react-router'
import { adminPaths } from '~admin/paths'
import { useT } from '~shared/i18n/context'
import { FilterLinks } from '~shared/ui/filter-links'

/** Links between the SEO pages. */
export function SeoLinks() {
  const t = useT()
  const { pathname } = useLocation()
  const rooms = [
    { to: adminPaths.seo(), label: t('office.seo.texts') },
    { to: adminPaths.redirects(), label: t('office.redirects.title') },
    { to: adminPaths.robots(), label: 'robots.txt' },
  ]
  return <FilterLinks label={t('office.seo.rooms')} choices={rooms.map((room) => ({ ...room, isCurrent: room.to === pathname }))} />
}

export function SettingsLinks() {
  const t = useT()
  const { pathname } = useLocation()
  const rooms = [
    { to: adminPaths.settings(), label: t('office.site.room') },
    { to: adminPaths.office(), label: t('office.seller.room') },
    { to: adminPaths.rules(), label: t('office.rules.room') },
  ]
  return <FilterLinks label={t('office.site.rooms')} choices={rooms.map((room) => ({ ...room, isCurrent: room.to === pathname }))} />
}
