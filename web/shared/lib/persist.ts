// Keeps zustand stores in the browser's storage, and in step with other tabs.

import type { PersistStorage, StorageValue } from 'zustand/middleware'

/** The key that holds all persisted stores, one section each. */
const KEY = 'sovqat'
const RESTORE_TIMEOUT_MS = 5000

type Sections = Record<string, StorageValue<unknown>>

/** A function, because even reading `window.localStorage` throws where storage is forbidden. */
type Area = () => Storage
const device: Area = () => localStorage
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
    // Storage is full or forbidden.
  }
}

const section = <S>(area: Area): PersistStorage<S> => ({
  getItem: (name) => (read(area)[name] as StorageValue<S> | undefined) ?? null,
  setItem: (name, value) => write(area, { ...read(area), [name]: value }),
  removeItem: (name) => {
    const { [name]: _removed, ...otherSections } = read(area)
    write(area, otherSections)
  },
})

/** Converts stored state to the next version. */
export type Migration = (state: never) => unknown

interface PersistSettings {
  migrations?: Migration[]
  area?: Area
}

/** The first migration converts version 0. */
export function persisted<S>(name: string, { migrations = [], area = device }: PersistSettings = {}) {
  return {
    name,
    storage: section<S>(area),
    version: migrations.length,
    migrate: (old: unknown, version: number): S => {
      // The state is from a newer release that was rolled back.
      if (version > migrations.length) return {} as S
      try {
        return migrations.slice(version).reduce<unknown>((state, migrate) => migrate(state as never), old) as S
      } catch {
        return {} as S
      }
    },
  }
}

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

/** A storage that hangs must not block the shop. */
export async function untilRestored(stores: PersistedStore[], timeout = RESTORE_TIMEOUT_MS): Promise<void> {
  const pending = stores.filter(({ persist }) => !persist.hasHydrated())
  if (pending.length === 0) return
  await Promise.race([
    Promise.all(pending.map(({ persist }) => new Promise<void>((done) => persist.onFinishHydration(() => done())))),
    new Promise((done) => setTimeout(done, timeout)),
  ])
}
