// Keeps zustand stores, such as the basket of a guest, in the browser's storage, and in step with other tabs.

import type { PersistStorage, StorageValue } from 'zustand/middleware'

/** The key in `localStorage` that holds all persisted stores, one section each. */
const KEY = 'sovqat'
const RESTORE_TIMEOUT_MS = 5000

type Sections = Record<string, StorageValue<unknown>>

/** A storage. It is a function, because even reading `window.localStorage` throws where storage is forbidden. */
type Area = () => Storage
const device: Area = () => localStorage
/** The storage that survives a reload and ends with the tab. */
export const tab: Area = () => sessionStorage

function read(area: Area): Sections {
  try {
    const sections = JSON.parse(area().getItem(KEY) ?? '{}') as Sections | null
    return sections ?? {}
  } catch {
    return {}
  }
}

function write(area: Area, sections: Sections) {
  try {
    area().setItem(KEY, JSON.stringify(sections))
  } catch {
    // Storage is full or forbidden; the state lasts for this visit.
  }
}

/** Returns the storage of zustand's `persist` in which each store is one section of the common key. */
const section = <S>(area: Area): PersistStorage<S> => ({
  getItem: (name) => (read(area)[name] as StorageValue<S> | undefined) ?? null,
  setItem: (name, value) => write(area, { ...read(area), [name]: value }),
  removeItem: (name) => {
    const { [name]: _removed, ...otherSections } = read(area)
    write(area, otherSections)
  },
})

/** Converts stored state of one version to the next. In a list of migrations, the first one converts version 0. */
export type Migration = (state: never) => unknown

interface PersistSettings {
  migrations?: Migration[]
  area?: Area
}

/** Returns the options of zustand's `persist` for a store: storage, and migrations from earlier versions. */
export function persisted<S>(name: string, { migrations = [], area = device }: PersistSettings = {}) {
  return {
    name,
    storage: section<S>(area),
    version: migrations.length,
    migrate: (old: unknown, version: number): S => {
      // The state is from a newer release that was rolled back: the store starts afresh instead of guessing.
      if (version > migrations.length) return {} as S
      try {
        return migrations.slice(version).reduce<unknown>((state, migrate) => migrate(state as never), old) as S
      } catch {
        return {} as S
      }
    },
  }
}

/** The parts of a persisted zustand store that this file uses. */
interface PersistedStore {
  setState: (state: never, replace: true) => void
  getInitialState: () => unknown
  persist: {
    rehydrate: () => void | Promise<void>
    hasHydrated: () => boolean
    onFinishHydration: (done: () => void) => () => void
    getOptions: () => { name?: string }
  }
}

/** Follows changes that other tabs make: reads the stores that they wrote, and resets the stores that they deleted. */
export function followOtherTabs(stores: PersistedStore[]) {
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== localStorage || (key !== KEY && key !== null)) return
    const sections = read(device)
    for (const store of stores) {
      if (sections[store.persist.getOptions().name ?? '']) void store.persist.rehydrate()
      else store.setState(store.getInitialState() as never, true)
    }
  })
}

/** Waits until the stores are restored. It gives up after five seconds, so that a storage that hangs cannot block the shop. */
export async function untilRestored(stores: PersistedStore[], timeout = RESTORE_TIMEOUT_MS): Promise<void> {
  const pending = stores.filter(({ persist }) => !persist.hasHydrated())
  if (pending.length === 0) return
  await Promise.race([
    Promise.all(pending.map(({ persist }) => new Promise<void>((done) => persist.onFinishHydration(() => done())))),
    new Promise((done) => setTimeout(done, timeout)),
  ])
}
