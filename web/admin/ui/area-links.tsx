// Links between the pages of one area, above their content.
import { useLocation } from 'react-router'
import { adminPaths } from '~admin/paths'
import { useT } from '~shared/i18n/context'
import { FilterLinks } from '~shared/ui/filter-links'

export function SeoLinks() {
  const t = useT()
  const { pathname } = useLocation()
  const links = [
    { to: adminPaths.seo(), label: t('adminSite.seo.texts') },
    { to: adminPaths.redirects(), label: t('adminSite.redirects.title') },
    { to: adminPaths.robots(), label: 'robots.txt' },
  ]
  return <FilterLinks label={t('adminSite.seo.rooms')} choices={links.map((link) => ({ ...link, isCurrent: link.to === pathname }))} />
}

export function SettingsLinks() {
  const t = useT()
  const { pathname } = useLocation()
  const links = [
    { to: adminPaths.settings(), label: t('adminSite.site.room') },
    { to: adminPaths.seller(), label: t('adminSite.seller.room') },
    { to: adminPaths.rules(), label: t('adminSite.rules.room') },
  ]
  return <FilterLinks label={t('adminSite.site.rooms')} choices={links.map((link) => ({ ...link, isCurrent: link.to === pathname }))} />
}

export function SearchLinks() {
  const t = useT()
  const { pathname } = useLocation()
  const links = [
    { to: adminPaths.searches(), label: t('admin.searches.title') },
    { to: adminPaths.searchRules(), label: t('admin.searchRules.title') },
  ]
  return <FilterLinks label={t('admin.areas.searches')} choices={links.map((link) => ({ ...link, isCurrent: link.to === pathname }))} />
}
