import { chosenValues, rangeIn, withRange, withToggled } from '~/features/catalog/filters'
import type { Field } from '~shared/api/types'
import { Choice, Group, CollapsibleList } from './parts'
import { Range } from './range'

interface FieldFilterProps {
  field: Field
  search: URLSearchParams
  change: (update: (search: URLSearchParams) => URLSearchParams) => void
}

/** A field is a property of a category, such as colour or height. */
export function FieldFilter({ field: { key, name, type, values, unit, min, max }, search, change }: FieldFilterProps) {
  if (type === 'range')
    return (
      <Range
        title={name}
        unit={unit}
        min={min}
        max={max}
        chosen={rangeIn(search, key)}
        onChoose={(bounds) => change((search) => withRange(search, key, bounds))}
      />
    )
  if (values.length === 0) return null
  const isChosen = (value: string) => chosenValues(search, key).includes(value)
  return (
    <Group title={name}>
      <CollapsibleList values={values} isChosen={isChosen}>
        {({ value, label, count }) => (
          <Choice
            key={value}
            label={label}
            count={count}
            isOn={isChosen(value)}
            onChange={() => change((search) => withToggled(search, key, value))}
          />
        )}
      </CollapsibleList>
    </Group>
  )
}
