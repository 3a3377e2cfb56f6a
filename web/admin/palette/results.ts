// Searches orders, products, customers and stores for the command palette.
import { useQuery } from '@tanstack/react-query'
import { type Customer, fullName } from '~admin/features/customers/api'
import { textIn } from '~admin/lib/local-text'
import { useMay } from '~admin/session/access'
import { get } from '~shared/api/query'
import type { DeskStore, Order, ProductRow } from '~shared/api/types'
import type { RecentKind } from '~admin/lib/recent'
import type { Permission } from '~shared/features/auth/permissions'
import { useLocale } from '~shared/i18n/context'
import type { Locale } from '~shared/i18n/locale'
import { money } from '~shared/i18n/format'
import { useDebounced } from '~shared/lib/clock'
import { phoneText } from '~shared/lib/text'

export interface Result {
  kind: RecentKind
  id: string
  label: string
  /** Distinguishes entries with the same label, for example by the customer and the amount of an order. */
  note: string
  /** Kept among the recent entries, so it has no personal data. */
  recentLabel: string
}

const DEBOUNCE_MS = 200
/** The lengths of texts that the server accepts. */
const MIN_TEXT = 2
const MAX_TEXT = 100
/** How many entries of each kind are shown. */
const LIMIT = '5'
const FRESH_MS = 10_000

/** The audit log records each search for a customer, so only whole phone and account numbers (at least eight digits) are sent. */
const isWholeNumber = (text: string) => /^\+?[\d\s()-]+$/.test(text) && text.replaceAll(/\D/g, '').length >= 8

export function useResults(typed: string) {
  const locale = useLocale()
  const may = useMay()
  const text = useDebounced(typed, DEBOUNCE_MS).slice(0, MAX_TEXT)
  const isSearch = typed.length >= MIN_TEXT && text.length >= MIN_TEXT
  const settings = (permission: Permission, isWanted = true) => ({
    enabled: isSearch && isWanted && may(permission),
    staleTime: FRESH_MS,
    retry: false,
    // The previous entries stay until the response arrives.
    placeholderData: <Data>(previous: Data) => (isSearch && isWanted ? previous : undefined),
  })
  const query = { text, limit: LIMIT }
  const orders = useQuery({ ...get(locale, '/admin/orders', { query }), ...settings('orders_read') })
  const products = useQuery({ ...get(locale, '/admin/products', { query }), ...settings('products_read') })
  const stores = useQuery({ ...get(locale, '/admin/stores', { query }), ...settings('stores_read') })
  const customers = useQuery({
    ...get(locale, '/admin/customers', { query: { q: text } }),
    ...settings('customers_read', isWholeNumber(text)),
  })
  const queries = [orders, products, stores, customers]

  const results: Record<'orders' | 'products' | 'customers' | 'stores', Result[]> = {
    orders: (orders.data?.data ?? []).map(orderResult),
    products: (products.data?.data ?? []).map((product) => productResult(locale, product)),
    customers: (customers.data?.data ?? []).map(customerResult),
    stores: (stores.data?.data ?? []).map(storeResult),
  }
  const waitsForTyping = text !== typed.slice(0, MAX_TEXT)
  return {
    results: isSearch ? results : undefined,
    isSearching: typed.length >= MIN_TEXT && (waitsForTyping || queries.some(({ isFetching }) => isFetching)),
    hasFailed: isSearch && queries.some(({ isError }) => isError),
  }
}

const orderResult = ({ code, recipient, amounts }: Order): Result => ({
  kind: 'order',
  id: code,
  label: code,
  note: `${recipient.firstName} ${recipient.lastName}, ${money(amounts.total)}`,
  recentLabel: code,
})

const productResult = (locale: Locale, { id, name, storeName }: ProductRow): Result => ({
  kind: 'product',
  id: String(id),
  label: textIn(locale, name),
  note: storeName,
  recentLabel: textIn(locale, name),
})

const customerResult = (customer: Customer): Result => ({
  kind: 'customer',
  id: String(customer.accountId),
  label: fullName(customer),
  note: phoneText(customer.phoneNumber),
  recentLabel: customer.code,
})

const storeResult = ({ id, name, slug }: DeskStore): Result => ({
  kind: 'store',
  id: String(id),
  label: name,
  note: slug,
  recentLabel: name,
})
