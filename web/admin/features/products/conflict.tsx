import { Conflict } from '~admin/ui/conflict'
import { useI18n } from '~shared/i18n/context'
import { dayAndTime } from '~shared/i18n/dates'
import { useNow } from '~shared/lib/clock'
import { differences, partAt } from './labels'
import { type Values, valuesOf } from './rules'
import type { Conflict as ProductConflict } from './use-product-form'

interface Props {
  conflict: ProductConflict
  mine: Values
  /** Names a part of the form by its path. */
  labelOf: (path: string) => string
  describe: (path: string, value: unknown) => string
  onResolve: (taken: string[]) => void
}

/** Lists what differs between the form and what another operator has saved meanwhile, to take either. */
export function ConflictPanel({ conflict: { stored, base }, mine, labelOf, describe, onResolve }: Props) {
  const { t, locale } = useI18n()
  const now = useNow()
  const theirs = valuesOf(stored)
  const paths = differences(mine, theirs)
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
