// The pages that the command palette (Ctrl+K) offers by name, and the comparison of a typed text with these names.
import {
  BadgePercent,
  Building2,
  FileCode2,
  FolderPlus,
  House,
  ListFilter,
  type LucideIcon,
  PackagePlus,
  Phone,
  Route,
  Scale,
  Store,
  TicketPlus,
  UserRoundCog,
} from 'lucide-react'
import { useGroups } from '~admin/areas'
import { adminPaths } from '~admin/paths'
import { useMay } from '~admin/session/access'
import type { Permission } from '~shared/features/auth/permissions'
import { useT } from '~shared/i18n/context'

export interface Command {
  id: string
  label: string
  to: string
  Icon: LucideIcon
}

interface Page {
  id: 'searchRules' | 'redirects' | 'robots' | 'seller' | 'rules'
  to: string
  Icon: LucideIcon
  needs: Permission
}

/** Pages that are neither an area nor the editor of a new entry. */
const PAGES: Page[] = [
  { id: 'searchRules', to: adminPaths.searchRules(), Icon: ListFilter, needs: 'searches_read' },
  { id: 'redirects', to: adminPaths.redirects(), Icon: Route, needs: 'seo_read' },
  { id: 'robots', to: adminPaths.robots(), Icon: FileCode2, needs: 'seo_read' },
  { id: 'seller', to: adminPaths.seller(), Icon: Building2, needs: 'content_read' },
  { id: 'rules', to: adminPaths.rules(), Icon: Scale, needs: 'rules_write' },
]

interface NewPage extends Omit<Page, 'id'> {
  id: 'order' | 'product' | 'category' | 'store' | 'promo' | 'campaign'
}

const NEW_PAGES: NewPage[] = [
  { id: 'order', to: adminPaths.newOrder(), Icon: Phone, needs: 'orders_write' },
  { id: 'product', to: adminPaths.newProduct(), Icon: PackagePlus, needs: 'products_write' },
  { id: 'category', to: adminPaths.newCategory(), Icon: FolderPlus, needs: 'products_write' },
  { id: 'store', to: adminPaths.newStore(), Icon: Store, needs: 'stores_write' },
  { id: 'promo', to: adminPaths.newPromo(), Icon: TicketPlus, needs: 'promotions_write' },
  { id: 'campaign', to: adminPaths.newCampaign(), Icon: BadgePercent, needs: 'promotions_write' },
]

/** `creations` are the forms for new entries. */
export function useCommands(): { pages: Command[]; creations: Command[] } {
  const t = useT()
  const may = useMay()
  const areas = useGroups().flatMap((group) => group.areas)
  return {
    pages: [
      { id: 'home', label: t('admin.home.link'), to: adminPaths.home(), Icon: House },
      ...areas.map(({ id, to, Icon }) => ({ id, label: t(`admin.areas.${id}`), to, Icon })),
      ...PAGES.filter(({ needs }) => may(needs)).map(({ id, to, Icon }) => ({ id, label: t(`adminConsole.palette.page.${id}`), to, Icon })),
      { id: 'account', label: t('adminStaff.account.title'), to: adminPaths.account(), Icon: UserRoundCog },
    ],
    creations: NEW_PAGES.filter(({ needs }) => may(needs)).map(({ id, to, Icon }) => ({
      id,
      label: t(`adminConsole.palette.new.${id}`),
      to,
      Icon,
    })),
  }
}

/** Special letters of Azerbaijani and their Latin replacements; Cyrillic е for ё. */
const LETTERS: Record<string, string> = { ə: 'e', ı: 'i', ö: 'o', ü: 'u', ğ: 'g', ş: 's', ç: 'c', ё: 'е' }

/** Not every keyboard has the special letters: `Sifarişlər` becomes `sifarisler`. */
export const folded = (text: string) =>
  text
    .replaceAll(/[İI]/g, 'i')
    .toLowerCase()
    .replaceAll(/[əıöüğşçё]/g, (letter) => LETTERS[letter] ?? letter)

/** Each typed word must be the beginning of a word of the label. */
export function matches(label: string, typed: string): boolean {
  const words = folded(label).split(/[^\p{L}\p{N}]+/u)
  return folded(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}
