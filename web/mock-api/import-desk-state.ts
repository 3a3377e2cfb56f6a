import type { ImportError, ProductImport } from '~shared/api/types'

interface ImportDeskState {
  imports: ProductImport[]
  /** The refused rows of each import, by its id. */
  errors: Record<number, ImportError[]>
}

const CREATED_AT = '2026-11-27T08:00:00Z'

const entry = (id: number, change: Partial<ProductImport>): ProductImport => ({
  id,
  version: 1,
  fileName: `mehsullar-${id}.csv`,
  format: 'csv',
  size: 48_200,
  state: 'mapping',
  operatorId: 1,
  columns: [
    { name: 'Kod', samples: ['lale-7', 'qizilgul-25'], target: 'slug' },
    { name: 'Məhsulun adı', samples: ['7 lalə', '25 qızılgül'], target: 'name_az' },
    { name: 'Qiymət', samples: ['21,00', '45,90'], target: 'price' },
    { name: 'Təchizatçı', samples: ['Bağban', 'Bağban'] },
  ],
  skipRefused: false,
  asDrafts: false,
  total: 120,
  done: 0,
  fresh: 0,
  changed: 0,
  same: 0,
  refused: 0,
  restored: 0,
  kept: 0,
  createdAt: CREATED_AT,
  canUndo: false,
  ...change,
})

const ERRORS: ImportError[] = [
  { line: 4, column: 'Qiymət', field: 'price', code: 'too_many_decimals', details: '12,505' },
  { line: 9, column: 'Məhsulun adı', field: 'name_az', code: 'formula', details: '=HYPERLINK("http://a")' },
]

/** A check of 120 rows, of which 2 are refused. */
const CHECKED = { done: 120, fresh: 20, changed: 60, same: 38, refused: 2, storeId: 1, categoryId: 2 }

const fresh = (): ImportDeskState => ({
  imports: [
    entry(3, {}),
    entry(2, { state: 'checked', ...CHECKED }),
    entry(1, { state: 'done', ...CHECKED, refused: 0, fresh: 22, finishedAt: CREATED_AT, canUndo: true }),
  ],
  errors: { 2: ERRORS },
})

export const importDesk: ImportDeskState = fresh()
export const resetImportDesk = () => Object.assign(importDesk, fresh())

export const deskImport = (id: unknown) => importDesk.imports.find((existing) => String(existing.id) === String(id))

export function changeImport(id: number, change: Partial<ProductImport>): ProductImport {
  const existing = deskImport(id)
  if (!existing) throw new Error(`the mock has no import ${id}`)
  const saved = { ...existing, ...change, version: existing.version + 1 }
  importDesk.imports = importDesk.imports.map((other) => (other.id === id ? saved : other))
  return saved
}

export function addImport(fileName: string): ProductImport {
  const id = Math.max(0, ...importDesk.imports.map((existing) => existing.id)) + 1
  const added = entry(id, { fileName, createdAt: new Date().toISOString() })
  importDesk.imports = [added, ...importDesk.imports]
  return added
}

/** Finishes the step that the server would do in the background. */
export function finishStep(existing: ProductImport): ProductImport {
  if (existing.state === 'checking') {
    importDesk.errors[existing.id] = ERRORS
    return changeImport(existing.id, { state: 'checked', ...CHECKED })
  }
  if (existing.state === 'running') return changeImport(existing.id, { state: 'done', done: existing.total, canUndo: true })
  if (existing.state === 'undoing')
    return changeImport(existing.id, { state: 'undone', restored: existing.fresh + existing.changed - 1, kept: 1, canUndo: false })
  return existing
}
