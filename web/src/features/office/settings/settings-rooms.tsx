import { useLocation } from 'react-router'
import { useT } from '~/i18n/context'
import { deskPaths } from '~/lib/desk-paths'
import { FilterLinks } from '~/ui/filter-links'

export function SettingsRooms() {
  const t = useT()
  const { pathname } = useLocation()
  const rooms = [
    { to: deskPaths.settings(), label: t('office.site.room') },
    { to: deskPaths.office(), label: t('office.seller.room') },
    { to: deskPaths.rules(), label: t('office.rules.room') },
  ]
  return <FilterLinks label={t('office.site.rooms')} choices={rooms.map((room) => ({ ...room, isCurrent: room.to === pathname }))} />
}
