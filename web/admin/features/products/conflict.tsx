// Resolves an edit conflict: another operator has saved the product since this operator opened the form.
import { Conflict } from '~admin/ui/conflict'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { differences, partAt } from './differences'
import { type Values, valuesOf } from './rules'
import type { Conflict as ProductConflict } from './use-product-form'

interface Props {
  conflict: ProductConflict
  /** This operator's values. */
  mine: Values
  labelOf: (path: string) => string
  describe: (path: string, value: unknown) => string
  /** Called with the paths of the parts that take the saved value. */
  onResolve: (taken: string[]) => void
}

export function ConflictPanel({ conflict: { stored, base }, mine, labelOf, describe, onResolve }: Props) {
  const { t, locale } = useI18n()
  const now = useNow()
  const theirs = valuesOf(stored)
  const paths = differences(mine, theirs)
  // Parts that this operator has not changed take the saved value unless the operator chooses otherwise.
  const changedHere = new Set(base ? differences(mine, base) : paths)
  return (
    <Conflict
      text={t(paths.length > 0 ? 'adminProducts.conflict.text' : 'adminProducts.conflict.same', {
        time: dayAndTime(locale, stored.changedAt, now),
      })}
      differences={paths.map((path) => ({
        name: path,
        label: labelOf(path),
        mine: describe(path, partAt(mine, path)),
        theirs: describe(path, partAt(theirs, path)),
        isOnlyTheirs: !changedHere.has(path),
      }))}
      onResolve={onResolve}
    />
  )
}
