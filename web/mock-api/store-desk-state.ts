import type { DeskStore } from '~shared/api/types'
import { stores } from './catalogue'
import storeData from './data/stores.json'

interface StoreDeskState {
  stores: DeskStore[]
}

const fresh = (): StoreDeskState => ({
  stores: stores('az').map(({ id, slug, name, logoUrl, coverUrl, productCount, subscriberCount, rating }) => ({
    id,
    version: 1,
    slug,
    name,
    about: storeData.find((store) => store.id === id)?.about ?? { az: '' },
    logoUrl,
    coverUrl,
    isOpen: true,
    openedAt: '2026-01-12T08:00:00Z',
    productCount,
    subscriberCount,
    rating,
  })),
})

export const storeDesk: StoreDeskState = fresh()
export const resetStoreDesk = () => Object.assign(storeDesk, fresh())

export const deskStore = (id: unknown) => storeDesk.stores.find((store) => String(store.id) === String(id))

export function changeStore(id: number, change: Partial<DeskStore>): DeskStore {
  const existing = deskStore(id)
  if (!existing) throw new Error(`the mock has no store ${id}`)
  const saved = { ...existing, ...change, version: existing.version + 1 }
  storeDesk.stores = storeDesk.stores.map((store) => (store.id === id ? saved : store))
  return saved
}

export function addStore(form: Pick<DeskStore, 'name' | 'slug' | 'about' | 'logoUrl' | 'coverUrl'>): DeskStore {
  const id = Math.max(0, ...storeDesk.stores.map((store) => store.id)) + 1
  const added = {
    ...form,
    id,
    version: 1,
    isOpen: true,
    openedAt: new Date().toISOString(),
    productCount: 0,
    subscriberCount: 0,
    rating: 0,
  }
  storeDesk.stores = [added, ...storeDesk.stores]
  return added
}
