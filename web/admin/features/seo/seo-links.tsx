import { useLocation } from 'react-router'
import { useT } from '~shared/i18n/context'
import { adminPaths } from '~admin/paths'
import { FilterLinks } from '~shared/ui/filter-links'

/** What search engines are told has several rooms. */
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
