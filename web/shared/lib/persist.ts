import type { PersistStorage, StorageValue } from 'zustand/middleware'

// Everything the shop keeps on the device lives under one key, a section for each store.
const KEY = 'sovqat'
const RESTORED_WITHIN = 5000

type Sections = Record<string, StorageValue<unknown>>

/** Where a section lives. Asked for late, because merely naming a forbidden storage throws. */
type Area = () => Storage
const device: Area = () => localStorage
/** Kept over a reload, gone with the tab. */
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
    // A full or forbidden storage costs the memory of this visit, never the visit itself.
  }
}

const section = <S>(area: Area): PersistStorage<S> => ({
  getItem: (name) => (read(area)[name] as StorageValue<S> | undefined) ?? null,
  setItem: (name, value) => write(area, { ...read(area), [name]: value }),
  removeItem: (name) => {
    const { [name]: _gone, ...rest } = read(area)
    write(area, rest)
  },
})

/** Turns what one version kept into what the next one does. The first of a list takes version 0. */
export type Migration = (kept: never) => unknown

interface Keeping {
  migrations?: Migration[]
  area?: Area
}

/** What zustand has to know about a store that is kept: where, and how what earlier versions of the shop kept becomes today's. */
export function kept<S>(name: string, { migrations = [], area = device }: Keeping = {}) {
  return {
    name,
    storage: section<S>(area),
    version: migrations.length,
    migrate: (old: unknown, version: number): S => {
      // Kept by a newer shop, before it was rolled back: starting afresh is better than guessing.
      if (version > migrations.length) return {} as S
      try {
        return migrations.slice(version).reduce<unknown>((state, migrate) => migrate(state as never), old) as S
      } catch {
        return {} as S
      }
    },
  }
}

interface Kept {
  setState: (state: never, replace: true) => void
  getInitialState: () => unknown
  persist: {
    rehydrate: () => void | Promise<void>
    hasHydrated: () => boolean
    onFinishHydration: (done: () => void) => () => void
    getOptions: () => { name?: string }
  }
}

/** Other tabs write the same key: what they stored is taken over at once, and what they wiped is forgotten. */
export function followOtherTabs(stores: Kept[]) {
  addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea !== localStorage || (key !== KEY && key !== null)) return
    const sections = read(device)
    for (const store of stores) {
      if (sections[store.persist.getOptions().name ?? '']) void store.persist.rehydrate()
      else store.setState(store.getInitialState() as never, true)
    }
  })
}

/** When every store has what was kept for it; after five seconds in any case, for a storage that hangs must not keep the shop shut. */
export async function restored(stores: Kept[], within = RESTORED_WITHIN): Promise<void> {
  const pending = stores.filter(({ persist }) => !persist.hasHydrated())
  if (pending.length === 0) return
  await Promise.race([
    Promise.all(pending.map(({ persist }) => new Promise<void>((done) => persist.onFinishHydration(() => done())))),
    new Promise((done) => setTimeout(done, within)),
  ])
}
