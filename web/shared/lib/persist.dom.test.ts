import { beforeEach, describe, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import { followOtherTabs, kept, type Migration, restored, tab } from './persist'

interface Shelf {
  items: string[]
}

const shelf = (options?: Parameters<typeof kept>[1]) =>
  create<Shelf>()(persist((): Shelf => ({ items: [] }), kept<Shelf>('shelf', options)))
const store = (state: unknown, version: number) => localStorage.setItem('sovqat', JSON.stringify({ shelf: { state, version } }))
const stored = (area: Storage = localStorage) => JSON.parse(area.getItem('sovqat') ?? '{}') as Record<string, unknown>

/** Simulates a write in another tab, with its `storage` event. */
function otherTab(change: () => void, key: string | null = 'sovqat') {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
}

beforeEach(() => sessionStorage.clear())

describe('what is kept', () => {
  it('lies under one key, a section a store', () => {
    localStorage.setItem('sovqat', JSON.stringify({ other: { state: 1, version: 0 } }))
    shelf().setState({ items: ['gül'] })
    expect(stored()).toEqual({ other: { state: 1, version: 0 }, shelf: { state: { items: ['gül'] }, version: 0 } })
  })

  it('may belong to the tab alone', () => {
    shelf({ area: tab }).setState({ items: ['gül'] })
    expect([stored(), stored(sessionStorage)]).toEqual([{}, { shelf: { state: { items: ['gül'] }, version: 0 } }])
  })

  it.each(['', 'null', '{', '[]', '"x"', '{"shelf":null}'])('that makes no sense (%s) is a fresh start', (text) => {
    localStorage.setItem('sovqat', text)
    expect(shelf().getState().items).toEqual([])
  })

  it('may be forbidden, and the shop goes on', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const shop = shelf()
    shop.setState({ items: ['gül'] })
    expect(shop.getState().items).toEqual(['gül'])
  })
})

describe('what an earlier version kept', () => {
  // Version 0: one item; 1: a list; 2: the list is called `items`.
  const migrations: Migration[] = [({ item }: { item: string }) => ({ list: [item] }), ({ list }: { list: string[] }) => ({ items: list })]

  it.each([
    [0, { item: 'gül' }],
    [1, { list: ['gül'] }],
    [2, { items: ['gül'] }],
  ])('becomes what this one keeps, from %d on', (version, state) => {
    store(state, version)
    expect(shelf({ migrations }).getState().items).toEqual(['gül'])
    expect(stored().shelf).toMatchObject({ state: { items: ['gül'] }, version: 2 })
  })

  it('or a later one, before it was rolled back, is a fresh start', () => {
    store({ boxes: 7 }, 3)
    expect(shelf({ migrations }).getState()).toEqual({ items: [] })
  })

  it('is a fresh start when it is not what it should be', () => {
    store(null, 0)
    expect(shelf({ migrations }).getState()).toEqual({ items: [] })
  })
})

describe('another tab', () => {
  it('is followed', () => {
    const shop = shelf()
    followOtherTabs([shop])
    otherTab(() => store({ items: ['nar'] }, 0))
    expect(shop.getState().items).toEqual(['nar'])
  })

  it.each([
    ['everything', null],
    ['our key', 'sovqat'],
  ])('that wiped %s has wiped it here, too', (_what, key) => {
    const shop = shelf()
    shop.setState({ items: ['gül'] })
    followOtherTabs([shop])
    otherTab(() => localStorage.clear(), key)
    expect(shop.getState().items).toEqual([])
  })

  it('may write what is none of our business', () => {
    const shop = shelf()
    shop.setState({ items: ['gül'] })
    followOtherTabs([shop])
    store({ items: ['nar'] }, 0)
    window.dispatchEvent(new StorageEvent('storage', { key: 'sovqat', storageArea: sessionStorage }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'sovqat-theme', storageArea: localStorage }))
    expect(shop.getState().items).toEqual(['gül'])
  })
})

describe('the start', () => {
  /** A storage that answers after `after` milliseconds. */
  const slow = (after: number): PersistStorage<Shelf> => ({
    getItem: () => new Promise((done) => setTimeout(() => done({ state: { items: ['gül'] }, version: 0 }), after)),
    setItem: () => {},
    removeItem: () => {},
  })
  const slowShelf = (after: number) => create<Shelf>()(persist((): Shelf => ({ items: [] }), { name: 'slow', storage: slow(after) }))
  let hasStarted = false
  const start = (...stores: Parameters<typeof restored>[0]) =>
    void restored(stores).then(() => {
      hasStarted = true
    })

  beforeEach(() => {
    hasStarted = false
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('waits for what is kept', async () => {
    const shop = slowShelf(1000)
    start(shop)
    await vi.advanceTimersByTimeAsync(999)
    expect(hasStarted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(hasStarted).toBe(true)
    expect(shop.getState().items).toEqual(['gül'])
  })

  it('waits five seconds at most', async () => {
    start(slowShelf(60_000))
    await vi.advanceTimersByTimeAsync(4999)
    expect(hasStarted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(hasStarted).toBe(true)
  })

  it('waits for nothing when everything is there', async () => {
    await restored([shelf()])
    expect(vi.getTimerCount()).toBe(0)
  })
})
