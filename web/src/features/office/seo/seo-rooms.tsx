import { useLocation } from 'react-router'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { FilterLinks } from '~/ui/filter-links'

/** What search engines are told has several rooms. */
export function SeoRooms() {
  const t = useT()
  const { pathname } = useLocation()
  const rooms = [
    { to: paths.deskSeo(), label: t('office.seo.texts') },
    { to: paths.deskRedirects(), label: t('office.redirects.title') },
    { to: paths.deskRobots(), label: 'robots.txt' },
  ]
  return <FilterLinks label={t('office.seo.rooms')} choices={rooms.map((room) => ({ ...room, isCurrent: room.to === pathname }))} />
}
