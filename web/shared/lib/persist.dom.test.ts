import { beforeEach, describe, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { persist, type PersistStorage } from 'zustand/middleware'
import { followOtherTabs, persisted, type Migration, untilRestored, tab } from './persist'

interface Shelf {
  items: string[]
}

const createShelf = (options?: Parameters<typeof persisted>[1]) =>
  create<Shelf>()(persist((): Shelf => ({ items: [] }), persisted<Shelf>('shelf', options)))
const writeStored = (state: unknown, version: number) => localStorage.setItem('sovqat', JSON.stringify({ shelf: { state, version } }))
const stored = (area: Storage = localStorage) => JSON.parse(area.getItem('sovqat') ?? '{}') as Record<string, unknown>

function otherTab(change: () => void, key: string | null = 'sovqat') {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key, storageArea: localStorage }))
}

beforeEach(() => sessionStorage.clear())

describe('a persisted store', () => {
  it('is a section under one key', () => {
    localStorage.setItem('sovqat', JSON.stringify({ other: { state: 1, version: 0 } }))
    createShelf().setState({ items: ['gül'] })
    expect(stored()).toEqual({ other: { state: 1, version: 0 }, shelf: { state: { items: ['gül'] }, version: 0 } })
  })

  it("can live in the tab's storage", () => {
    createShelf({ area: tab }).setState({ items: ['gül'] })
    expect([stored(), stored(sessionStorage)]).toEqual([{}, { shelf: { state: { items: ['gül'] }, version: 0 } }])
  })

  it.each(['', 'null', '{', '[]', '"x"', '{"shelf":null}'])('starts afresh from invalid text (%s)', (text) => {
    localStorage.setItem('sovqat', text)
    expect(createShelf().getState().items).toEqual([])
  })

  it('works without storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const store = createShelf()
    store.setState({ items: ['gül'] })
    expect(store.getState().items).toEqual(['gül'])
  })
})

describe('state of another version', () => {
  // Version 0 has one item, version 1 a list, and version 2 calls it `items`.
  const migrations: Migration[] = [({ item }: { item: string }) => ({ list: [item] }), ({ list }: { list: string[] }) => ({ items: list })]

  it.each([
    [0, { item: 'gül' }],
    [1, { list: ['gül'] }],
    [2, { items: ['gül'] }],
  ])('is migrated from version %d', (version, state) => {
    writeStored(state, version)
    expect(createShelf({ migrations }).getState().items).toEqual(['gül'])
    expect(stored().shelf).toMatchObject({ state: { items: ['gül'] }, version: 2 })
  })

  it('is dropped when it is later', () => {
    writeStored({ boxes: 7 }, 3)
    expect(createShelf({ migrations }).getState()).toEqual({ items: [] })
  })

  it('is dropped when it is invalid', () => {
    writeStored(null, 0)
    expect(createShelf({ migrations }).getState()).toEqual({ items: [] })
  })
})

describe('another tab', () => {
  it('is followed', () => {
    const store = createShelf()
    followOtherTabs([store])
    otherTab(() => writeStored({ items: ['nar'] }, 0))
    expect(store.getState().items).toEqual(['nar'])
  })

  it.each([
    ['everything', null],
    ['our key', 'sovqat'],
  ])('that deleted %s resets the store here, too', (_what, key) => {
    const store = createShelf()
    store.setState({ items: ['gül'] })
    followOtherTabs([store])
    otherTab(() => localStorage.clear(), key)
    expect(store.getState().items).toEqual([])
  })

  it('that changes another key or the other storage is ignored', () => {
    const store = createShelf()
    store.setState({ items: ['gül'] })
    followOtherTabs([store])
    writeStored({ items: ['nar'] }, 0)
    window.dispatchEvent(new StorageEvent('storage', { key: 'sovqat', storageArea: sessionStorage }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'sovqat-theme', storageArea: localStorage }))
    expect(store.getState().items).toEqual(['gül'])
  })
})

describe('the start', () => {
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
    const store = slowShelf(1000)
    start(store)
    await vi.advanceTimersByTimeAsync(999)
    expect(hasStarted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(hasStarted).toBe(true)
    expect(store.getState().items).toEqual(['gül'])
  })

  it('waits for five seconds at most', async () => {
    start(slowShelf(60_000))
    await vi.advanceTimersByTimeAsync(4999)
    expect(hasStarted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(hasStarted).toBe(true)
  })

  it('does not wait when everything is restored', async () => {
    await untilRestored([createShelf()])
    expect(vi.getTimerCount()).toBe(0)
  })
})
