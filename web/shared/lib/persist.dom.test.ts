import { beforeEach, describe, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import { followOtherTabs, persisted, type Migration, untilRestored, tab } from './persist'

interface Shelf {
  items: string[]
}

const shelf = (options?: Parameters<typeof persisted>[1]) =>
  create<Shelf>()(persist((): Shelf => ({ items: [] }), persisted<Shelf>('shelf', options)))
const store = (state: unknown, version: number) => localStorage.setItem('sovqat', JSON.stringify({ shelf: { state, version } }))
const stored = (area: Storage = localStorage) => JSON.parse(area.getItem('sovqat') ?? '{}') as Record<string, unknown>

/** Simulates a write in another tab, with its `storage` event. */
function otherTab(change: () => void, key: string | null = 'sovqat') {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
}

beforeEach(() => sessionStorage.clear())

describe('a persisted store', () => {
  it('is a section under one key', () => {
    localStorage.setItem('sovqat', JSON.stringify({ other: { state: 1, version: 0 } }))
    shelf().setState({ items: ['gül'] })
    expect(stored()).toEqual({ other: { state: 1, version: 0 }, shelf: { state: { items: ['gül'] }, version: 0 } })
  })

  it("can live in the tab's storage", () => {
    shelf({ area: tab }).setState({ items: ['gül'] })
    expect([stored(), stored(sessionStorage)]).toEqual([{}, { shelf: { state: { items: ['gül'] }, version: 0 } }])
  })

  it.each(['', 'null', '{', '[]', '"x"', '{"shelf":null}'])('starts afresh from invalid text (%s)', (text) => {
    localStorage.setItem('sovqat', text)
    expect(shelf().getState().items).toEqual([])
  })

  it('works without storage', () => {
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

describe('state of an earlier version', () => {
  // Version 0: one item; 1: a list; 2: the list is called `items`.
  const migrations: Migration[] = [({ item }: { item: string }) => ({ list: [item] }), ({ list }: { list: string[] }) => ({ items: list })]

  it.each([
    [0, { item: 'gül' }],
    [1, { list: ['gül'] }],
    [2, { items: ['gül'] }],
  ])('is migrated from version %d', (version, state) => {
    store(state, version)
    expect(shelf({ migrations }).getState().items).toEqual(['gül'])
    expect(stored().shelf).toMatchObject({ state: { items: ['gül'] }, version: 2 })
  })

  it('of a later release is dropped', () => {
    store({ boxes: 7 }, 3)
    expect(shelf({ migrations }).getState()).toEqual({ items: [] })
  })

  it('is dropped when it is invalid', () => {
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
  ])('that deleted %s resets the store here, too', (_what, key) => {
    const shop = shelf()
    shop.setState({ items: ['gül'] })
    followOtherTabs([shop])
    otherTab(() => localStorage.clear(), key)
    expect(shop.getState().items).toEqual([])
  })

  it('may change other keys', () => {
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
  /** A storage that responds after `delay` milliseconds. */
  const slow = (delay: number): PersistStorage<Shelf> => ({
    getItem: () => new Promise((done) => setTimeout(() => done({ state: { items: ['gül'] }, version: 0 }), delay)),
    setItem: () => {},
    removeItem: () => {},
  })
  const slowShelf = (delay: number) => create<Shelf>()(persist((): Shelf => ({ items: [] }), { name: 'slow', storage: slow(delay) }))
  let hasStarted = false
  const start = (...stores: Parameters<typeof untilRestored>[0]) =>
    void untilRestored(stores).then(() => {
      hasStarted = true
    })

  beforeEach(() => {
    hasStarted = false
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  it('waits until all stores are restored', async () => {
    const shop = slowShelf(1000)
    start(shop)
    await vi.advanceTimersByTimeAsync(999)
    expect(hasStarted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(hasStarted).toBe(true)
    expect(shop.getState().items).toEqual(['gül'])
  })

  it('waits for five seconds at most', async () => {
    start(slowShelf(60_000))
    await vi.advanceTimersByTimeAsync(4999)
    expect(hasStarted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(hasStarted).toBe(true)
  })

  it('does not wait when everything is restored', async () => {
    await untilRestored([shelf()])
    expect(vi.getTimerCount()).toBe(0)
  })
})
