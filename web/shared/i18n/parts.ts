import type { Locale } from './locale'

/** Texts that load with the page or component that shows them. Parts named admin are of the back office. */
export const PARTS = {
  campaigns: {
    az: () => import('../../locales/az/campaigns.json'),
    ru: () => import('../../locales/ru/campaigns.json'),
    en: () => import('../../locales/en/campaigns.json'),
  },
  // Components that appear after the first paint.
  deferred: {
    az: () => import('../../locales/az/deferred.json'),
    ru: () => import('../../locales/ru/deferred.json'),
    en: () => import('../../locales/en/deferred.json'),
  },
  cart: {
    az: () => import('../../locales/az/cart.json'),
    ru: () => import('../../locales/ru/cart.json'),
    en: () => import('../../locales/en/cart.json'),
  },
  checkout: {
    az: () => import('../../locales/az/checkout.json'),
    ru: () => import('../../locales/ru/checkout.json'),
    en: () => import('../../locales/en/checkout.json'),
  },
  content: {
    az: () => import('../../locales/az/content.json'),
    ru: () => import('../../locales/ru/content.json'),
    en: () => import('../../locales/en/content.json'),
  },
  admin: {
    az: () => import('../../locales/az/admin.json'),
    ru: () => import('../../locales/ru/admin.json'),
    en: () => import('../../locales/en/admin.json'),
  },
  favourites: {
    az: () => import('../../locales/az/favourites.json'),
    ru: () => import('../../locales/ru/favourites.json'),
    en: () => import('../../locales/en/favourites.json'),
  },
  lists: {
    az: () => import('../../locales/az/lists.json'),
    ru: () => import('../../locales/ru/lists.json'),
    en: () => import('../../locales/en/lists.json'),
  },
  notifications: {
    az: () => import('../../locales/az/notifications.json'),
    ru: () => import('../../locales/ru/notifications.json'),
    en: () => import('../../locales/en/notifications.json'),
  },
  adminCategories: {
    az: () => import('../../locales/az/adminCategories.json'),
    ru: () => import('../../locales/ru/adminCategories.json'),
    en: () => import('../../locales/en/adminCategories.json'),
  },
  // Command palette, saved views, export of lists.
  adminConsole: {
    az: () => import('../../locales/az/adminConsole.json'),
    ru: () => import('../../locales/ru/adminConsole.json'),
    en: () => import('../../locales/en/adminConsole.json'),
  },
  adminImports: {
    az: () => import('../../locales/az/adminImports.json'),
    ru: () => import('../../locales/ru/adminImports.json'),
    en: () => import('../../locales/en/adminImports.json'),
  },
  adminStores: {
    az: () => import('../../locales/az/adminStores.json'),
    ru: () => import('../../locales/ru/adminStores.json'),
    en: () => import('../../locales/en/adminStores.json'),
  },
  adminDashboard: {
    az: () => import('../../locales/az/adminDashboard.json'),
    ru: () => import('../../locales/ru/adminDashboard.json'),
    en: () => import('../../locales/en/adminDashboard.json'),
  },
  adminHome: {
    az: () => import('../../locales/az/adminHome.json'),
    ru: () => import('../../locales/ru/adminHome.json'),
    en: () => import('../../locales/en/adminHome.json'),
  },
  adminZones: {
    az: () => import('../../locales/az/adminZones.json'),
    ru: () => import('../../locales/ru/adminZones.json'),
    en: () => import('../../locales/en/adminZones.json'),
  },
  adminProducts: {
    az: () => import('../../locales/az/adminProducts.json'),
    ru: () => import('../../locales/ru/adminProducts.json'),
    en: () => import('../../locales/en/adminProducts.json'),
  },
  // Sign-in, the own account, audit log, customers.
  adminStaff: {
    az: () => import('../../locales/az/adminStaff.json'),
    ru: () => import('../../locales/ru/adminStaff.json'),
    en: () => import('../../locales/en/adminStaff.json'),
  },
  adminSystem: {
    az: () => import('../../locales/az/adminSystem.json'),
    ru: () => import('../../locales/ru/adminSystem.json'),
    en: () => import('../../locales/en/adminSystem.json'),
  },
  adminSite: {
    az: () => import('../../locales/az/adminSite.json'),
    ru: () => import('../../locales/ru/adminSite.json'),
    en: () => import('../../locales/en/adminSite.json'),
  },
  orders: {
    az: () => import('../../locales/az/orders.json'),
    ru: () => import('../../locales/ru/orders.json'),
    en: () => import('../../locales/en/orders.json'),
  },
  // Delivery times, free delivery and refunds.
  promises: {
    az: () => import('../../locales/az/promises.json'),
    ru: () => import('../../locales/ru/promises.json'),
    en: () => import('../../locales/en/promises.json'),
  },
  reviews: {
    az: () => import('../../locales/az/reviews.json'),
    ru: () => import('../../locales/ru/reviews.json'),
    en: () => import('../../locales/en/reviews.json'),
  },
  stores: {
    az: () => import('../../locales/az/stores.json'),
    ru: () => import('../../locales/ru/stores.json'),
    en: () => import('../../locales/en/stores.json'),
  },
  wholesale: {
    az: () => import('../../locales/az/wholesale.json'),
    ru: () => import('../../locales/ru/wholesale.json'),
    en: () => import('../../locales/en/wholesale.json'),
  },
} satisfies Record<string, Record<Locale, () => Promise<{ default: object }>>>

export type Part = keyof typeof PARTS
export type PartMessages = { [P in Part]: Awaited<ReturnType<(typeof PARTS)[P]['az']>>['default'] }
