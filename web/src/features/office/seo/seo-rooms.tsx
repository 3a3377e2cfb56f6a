import { useLocation } from 'react-router'
import { useT } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { FilterLinks } from '~/ui/filter-links'

/** What search engines are told has several rooms. */
export function SeoRooms() {
  const t = useT()
  const { pathname } = useLocation()
  const rooms = [
    { to: deskPaths.seo(), label: t('office.seo.texts') },
    { to: deskPaths.redirects(), label: t('office.redirects.title') },
    { to: deskPaths.robots(), label: 'robots.txt' },
  ]
  return <FilterLinks label={t('office.seo.rooms')} choices={rooms.map((room) => ({ ...room, isCurrent: room.to === pathname }))} />
}
