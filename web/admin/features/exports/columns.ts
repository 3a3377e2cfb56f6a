// The columns of the lists that the back office exports as CSV. Amounts are in manat, times are those of Baku.
import type { SearchRule } from '~admin/features/search-rules/api'
import { discountText } from '~admin/features/promos/promo-row'
import { type Cell, type Column, manat, time } from '~admin/lib/csv'
import type { DeskStore, Order, Promo, Schemas, WholesaleRequest } from '~shared/api/types'
import { methodText } from '~shared/features/orders/badges'
import type { I18n, Key } from '~shared/i18n/context'

type Label = Extract<Key, `adminConsole.column.${string}`> extends `adminConsole.column.${infer Name}` ? Name : never

/** `values` maps the name of each column to a function that returns its cell. */
const columnsOf = <Item>({ t }: I18n, values: Partial<Record<Label, (item: Item) => Cell>>): Column<Item>[] =>
  (Object.entries(values) as [Label, (item: Item) => Cell][]).map(([name, value]) => ({ label: t(`adminConsole.column.${name}`), value }))

const joined = (parts: (string | undefined)[]) => parts.filter(Boolean).join(', ')

export const orderColumns = (i18n: I18n) =>
  columnsOf<Order>(i18n, {
    code: ({ code }) => code,
    createdAt: ({ createdAt }) => time(createdAt),
    status: ({ status }) => i18n.t(`orders.status.${status}`),
    payment: ({ paymentStatus }) => i18n.t(`orders.payment.${paymentStatus}`),
    method: (order) => methodText(i18n.t, order),
    recipient: ({ recipient }) => `${recipient.firstName} ${recipient.lastName}`,
    phone: ({ recipient }) => recipient.phoneNumber,
    city: ({ address }) => joined([address.city, address.district]),
    address: ({ address }) => joined([address.street, address.building, address.apartment]),
    stores: ({ stores }) => joined(stores.map(({ name }) => name)),
    units: ({ lines }) => lines.reduce((sum, { count }) => sum + count, 0),
    goods: ({ amounts }) => manat(amounts.subtotal),
    delivery: ({ amounts }) => manat(amounts.deliveryFee),
    total: ({ amounts }) => manat(amounts.total),
    refunded: ({ amounts }) => manat(amounts.refunded),
    deliverFrom: ({ delivery }) => time(delivery?.from),
    deliverUntil: ({ delivery }) => time(delivery?.until),
    promo: ({ promoCode }) => promoCode,
    note: ({ note }) => note,
  })

export const searchColumns = (i18n: I18n) =>
  columnsOf<Schemas['SearchedQuery']>(i18n, {
    query: ({ query }) => query,
    language: ({ language }) => language.toUpperCase(),
    searches: ({ searches }) => searches,
    misses: ({ empty }) => empty,
    opened: ({ opened }) => opened,
  })

export const searchRuleColumns = (i18n: I18n) =>
  columnsOf<SearchRule>(i18n, {
    query: ({ text }) => text,
    instead: ({ instead }) => instead,
    firstProducts: ({ firstProducts }) => joined(firstProducts.map(({ name }) => name[i18n.locale] ?? name.az)),
  })

export const storeColumns = (i18n: I18n) =>
  columnsOf<DeskStore>(i18n, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    slug: ({ slug }) => slug,
    status: ({ isOpen }) => i18n.t(`adminStores.states.${isOpen ? 'open' : 'closed'}`),
    openedAt: ({ openedAt }) => time(openedAt),
    products: ({ productCount }) => productCount,
    followers: ({ subscriberCount }) => subscriberCount,
    rating: ({ rating }) => rating,
  })

export const promoColumns = (i18n: I18n) =>
  columnsOf<Promo>(i18n, {
    code: ({ code }) => code,
    status: ({ status }) => i18n.t(`campaigns.promos.status.${status}`),
    discount: (promo) => discountText(i18n.t, promo),
    minimum: ({ minimum }) => manat(minimum),
    used: ({ used }) => used,
    limit: ({ totalLimit }) => totalLimit,
    startsAt: ({ startsAt }) => time(startsAt),
    endsAt: ({ endsAt }) => time(endsAt),
  })

export const campaignColumns = (i18n: I18n) =>
  columnsOf<Schemas['Campaign']>(i18n, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    store: ({ storeName }) => storeName,
    status: ({ status }) => i18n.t(`campaigns.state.${status}`),
    percent: ({ percent }) => percent,
    products: ({ productCount }) => productCount,
    startsAt: ({ startsAt }) => time(startsAt),
    endsAt: ({ endsAt }) => time(endsAt),
  })

export const wholesaleColumns = (i18n: I18n) =>
  columnsOf<WholesaleRequest>(i18n, {
    code: ({ code }) => code,
    createdAt: ({ createdAt }) => time(createdAt),
    status: ({ status }) => i18n.t(`wholesale.state.${status}`),
    company: ({ companyName }) => companyName,
    voen: ({ voen }) => voen,
    name: ({ name }) => name,
    phone: ({ phoneNumber }) => phoneNumber,
    email: ({ email }) => email,
    total: ({ quote }) => quote && manat(quote.total),
    note: ({ note }) => note,
  })

export const refundColumns = (i18n: I18n) =>
  columnsOf<Schemas['Refund']>(i18n, {
    id: ({ id }) => id,
    order: ({ orderCode }) => orderCode,
    createdAt: ({ createdAt }) => time(createdAt),
    status: ({ status }) => i18n.t(`admin.refunds.state.${status}`),
    amount: ({ amount }) => manat(amount),
    reason: ({ reason }) => reason,
    answer: ({ answer }) => answer,
    decidedAt: ({ decidedAt }) => time(decidedAt),
  })

export const redirectColumns = (i18n: I18n) =>
  columnsOf<Schemas['SeoRedirect']>(i18n, {
    from: ({ from }) => from,
    to: ({ to }) => to,
    status: ({ status }) => status,
  })

export const ticketColumns = (i18n: I18n) =>
  columnsOf<Schemas['TicketLetter']>(i18n, {
    code: ({ code }) => code,
    createdAt: ({ createdAt }) => time(createdAt),
    status: ({ status }) => i18n.t(`adminSite.tickets.state.${status}`),
    name: ({ name }) => name,
    email: ({ email }) => email,
    phone: ({ phoneNumber }) => phoneNumber,
    message: ({ message }) => message,
    closedAt: ({ closedAt }) => time(closedAt),
  })

export const cashoutColumns = (i18n: I18n) =>
  columnsOf<Schemas['DeskCashout']>(i18n, {
    code: ({ cashout }) => cashout.code,
    createdAt: ({ cashout }) => time(cashout.requestedAt),
    status: ({ cashout }) => i18n.t(`account.cashout.status.${cashout.status}`),
    blogger: ({ fullName }) => fullName,
    amount: ({ cashout }) => manat(cashout.amount),
    card: ({ cashout }) => cashout.card,
    paid: ({ cashout }) => (cashout.paidAmount === undefined ? undefined : manat(cashout.paidAmount)),
    reason: ({ cashout }) => cashout.reason,
  })
