import { useLocation } from 'react-router'
import { useT } from '~shared/i18n/context'
import { adminPaths } from '~admin/paths'
import { FilterLinks } from '~shared/ui/filter-links'

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
