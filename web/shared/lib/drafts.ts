// Unsent form input, kept for the tab over a reload, a navigation or a lost session.

const KEY = 'sovqat-drafts'

type Drafts = Record<string, unknown>

function readAll(): Drafts {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Drafts | null) ?? {}
  } catch {
    return {}
  }
}

function write(drafts: Drafts) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // Storage is full or forbidden.
  }
}

/** A name contains the subject and the account, such as `review 101 7`. */
export const drafts = {
  read: <T extends object>(name: string, defaults: T): T => ({ ...defaults, ...(readAll()[name] as Partial<T> | undefined) }),
  has: (name: string) => name in readAll(),
  keep: (name: string, draft: unknown) => write({ ...readAll(), [name]: draft }),
  drop: (name: string) => {
    const { [name]: _dropped, ...otherDrafts } = readAll()
    write(otherDrafts)
  },
  dropAll: () => write({}),
}
