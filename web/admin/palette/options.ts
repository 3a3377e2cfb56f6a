// The options of the command palette, in sections by kind.
import { Clock, type LucideIcon, Package, PackageSearch, Store, UserRound } from 'lucide-react'
import { type RecentEntry, type RecentKind, useRecentEntries } from '~admin/lib/recent'
import { adminPaths } from '~admin/paths'
import { useMay } from '~admin/session/access'
import type { Permission } from '~shared/features/auth/permissions'
import { useT } from '~shared/i18n/context'
import { type Command, matches, useCommands } from './commands'
import { type Result, useResults } from './results'

export interface Option {
  id: string
  label: string
  /** Shown at the end of the line, for example the kind of a recent entry. */
  note?: string
  to: string
  Icon: LucideIcon
  /** Remembered when the option is chosen. */
  entry?: RecentEntry
}

export interface Section {
  kind: 'recent' | 'pages' | 'create' | 'orders' | 'products' | 'customers' | 'stores'
  options: Option[]
}

const ENTRIES: Record<RecentKind, { needs: Permission; to: (id: string) => string }> = {
  order: { needs: 'orders_read', to: adminPaths.order },
  product: { needs: 'products_read', to: adminPaths.product },
  customer: { needs: 'customers_read', to: adminPaths.customer },
  store: { needs: 'stores_read', to: adminPaths.store },
  promo: { needs: 'promotions_read', to: adminPaths.promo },
}

const ICONS: Record<'orders' | 'products' | 'customers' | 'stores', LucideIcon> = {
  orders: PackageSearch,
  products: Package,
  customers: UserRound,
  stores: Store,
}

/** `id` is the prefix of the options' ids. Without a text, the options are the recent entries and all pages. */
export function useSections(typed: string, id: string) {
  const t = useT()
  const may = useMay()
  const recent = useRecentEntries().filter(({ kind }) => may(ENTRIES[kind].needs))
  const { pages, creations } = useCommands()
  const { results, isSearching, hasFailed } = useResults(typed)

  const commandOptions = (commands: Command[], kind: string): Option[] =>
    commands.filter(({ label }) => matches(label, typed)).map((command) => ({ ...command, id: `${id}-${kind}-${command.id}` }))
  const resultOption = ({ kind, id: entryId, label, note, recentLabel }: Result, Icon: LucideIcon): Option => ({
    id: `${id}-${kind}-${entryId}`,
    label,
    note,
    to: ENTRIES[kind].to(entryId),
    Icon,
    entry: { kind, id: entryId, label: recentLabel },
  })
  const recentOptions = recent.map((entry): Option => ({
    id: `${id}-recent-${entry.kind}-${entry.id}`,
    label: entry.label,
    note: t(`adminConsole.palette.kind.${entry.kind}`),
    to: ENTRIES[entry.kind].to(entry.id),
    Icon: Clock,
    entry,
  }))
  const allSections: Section[] = [
    { kind: 'recent', options: typed ? [] : recentOptions },
    { kind: 'pages', options: commandOptions(pages, 'page') },
    { kind: 'create', options: commandOptions(creations, 'new') },
    ...(['orders', 'customers', 'products', 'stores'] as const).map((kind) => ({
      kind,
      options: results?.[kind].map((result) => resultOption(result, ICONS[kind])) ?? [],
    })),
  ]
  return { sections: allSections.filter(({ options }) => options.length > 0), isSearching, hasFailed }
}
