import { useLocation } from 'react-router'
import { useT } from '~/i18n/context'
import { paths } from '~/lib/paths'
import { FilterLinks } from '~/ui/filter-links'

export function SettingsRooms() {
  const t = useT()
  const { pathname } = useLocation()
  const rooms = [
    { to: paths.deskSettings(), label: t('office.site.room') },
    { to: paths.deskOffice(), label: t('office.seller.room') },
  ]
  return <FilterLinks label={t('office.site.rooms')} choices={rooms.map((room) => ({ ...room, isCurrent: room.to === pathname }))} />
}
