import { type ReactNode, useId } from 'react'
import type { Field } from '~shared/api/types'
import { Choice } from './choice'
import { Group } from './group'
import { LongList } from './long-list'

interface Props {
  field: Field | undefined
  title: string
  /** What leaves it open. */
  any: string
  chosen: string | null
  onChoose: (value: string | undefined) => void
  show?: (value: Field['values'][number]) => ReactNode
}

/** A facet of which one value is chosen at a time, or none. */
export function OneOf({ field, title, any, chosen, onChoose, show = ({ label }) => label }: Props) {
  const name = useId()
  if (!field || field.values.length === 0) return null
  return (
    <Group title={title}>
      <Choice label={any} isOn={!chosen} onChange={() => onChoose(undefined)} oneOf={name} />
      <LongList values={field.values} isChosen={(value) => value === chosen}>
        {(one) => (
          <Choice
            key={one.value}
            label={show(one)}
            count={one.count}
            isOn={one.value === chosen}
            onChange={() => onChoose(one.value)}
            oneOf={name}
          />
        )}
      </LongList>
    </Group>
  )
}
