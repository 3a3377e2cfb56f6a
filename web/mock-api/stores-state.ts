// Stores as shoppers see them. In a campaign, a store sells at a discount for a time.
import type { Campaign, CampaignDraft, Store } from '~shared/api/types'
import type { Locale } from '~shared/i18n/locale'
import { isIn, categoryPath, type RawProduct, products, stores as demoStores } from './catalogue'

const DAY_MS = 24 * 3600_000
const daysFromNow = (count: number) => new Date(Date.now() + count * DAY_MS).toISOString()

interface StoresState {
  /** The stores that the account follows. */
  followed: number[]
  campaigns: CampaignDraft[]
}

const fresh = (): StoresState => ({
  followed: [],
  campaigns: [
    {
      id: 1,
      storeId: 1,
      az: { name: 'Payız buketləri', text: 'Mövsümün son xrizantemləri və dəlisov güllər.' },
      ru: { name: 'Осенние букеты', text: 'Последние хризантемы сезона и полевые цветы.' },
      en: { name: 'Autumn bouquets', text: "The season's last chrysanthemums and wild flowers." },
      imageUrl: '',
      percent: 20,
      startsAt: daysFromNow(-2),
      endsAt: '2026-12-03T20:00:00Z',
      isWholeStore: true,
      productIds: [],
      status: 'running',
    },
    {
      id: 2,
      storeId: 2,
      az: { name: 'Şirin həftə', text: '' },
      ru: { name: 'Сладкая неделя', text: '' },
      en: { name: 'A sweet week', text: '' },
      imageUrl: '',
      percent: 15,
      startsAt: daysFromNow(3),
      endsAt: daysFromNow(10),
      isWholeStore: true,
      productIds: [],
      status: 'planned',
    },
  ],
})

export const storesState: StoresState = fresh()
export const resetStores = () => Object.assign(storesState, fresh())

export const storesOf = (locale: Locale): Store[] =>
  demoStores(locale).map((store) => {
    const isSubscribed = storesState.followed.includes(store.id)
    return { ...store, isSubscribed, subscriberCount: store.subscriberCount + (isSubscribed ? 1 : 0) }
  })

export const storeOf = (slugOrId: unknown, locale: Locale) =>
  storesOf(locale).find(({ slug, id }) => slug === slugOrId || String(id) === slugOrId)

const slugOf = (storeId: number) => demoStores('az').find(({ id }) => id === storeId)?.slug ?? ''

export const productsIn = ({ storeId, isWholeStore, productIds }: CampaignDraft): RawProduct[] =>
  products.filter(({ id, store }) => (isWholeStore ? store === slugOf(storeId) : productIds.includes(id)))

/** The focus point of a picture without one. */
const CENTRE_PERCENT = 50

/** Texts that are missing in a language are Azerbaijani. */
export function publicCampaign(draft: CampaignDraft, locale: Locale): Campaign {
  const { id, storeId, imageUrl, focusX = CENTRE_PERCENT, focusY = CENTRE_PERCENT, percent, status, startsAt, endsAt } = draft
  const texts = draft[locale].name ? draft[locale] : draft.az
  const storeName = demoStores(locale).find((store) => store.id === storeId)?.name ?? ''
  const productCount = productsIn(draft).length
  return {
    ...texts,
    id,
    storeId,
    storeName,
    storeSlug: slugOf(storeId),
    imageUrl,
    focusX,
    focusY,
    percent,
    status,
    startsAt,
    endsAt,
    productCount,
  }
}

export function sellsCategory(store: Store, categorySlug: string) {
  const category = categoryPath(categorySlug)?.at(-1)
  return category !== undefined && products.some((product) => product.store === store.slug && isIn(product, category))
}
