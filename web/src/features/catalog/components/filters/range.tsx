import { useT } from '~shared/i18n/context'
import { number } from '~shared/i18n/format'
import { stopsOf } from './steps'
import { type Bounds } from '../../filters'
import { areSame } from './numbers'
import { Amount } from './amount'
import { Group } from './group'
import { Thumbs } from './thumbs'
import { useDraft } from './use-draft'

interface Props {
  title: string
  unit?: string | undefined
  /** What there is. */
  min: number | undefined
  max: number | undefined
  chosen: Bounds
  onChoose: (bounds: Bounds) => void
}

const NONE: Bounds = {}

/** From and to: by two thumbs for those who feel their way, by two numbers for those who know. */
export function Range({ title, unit, min = 0, max = 0, chosen, onChoose }: Props) {
  const t = useT()
  const { draft, change, settle } = useDraft(chosen, onChoose)
  const stops = stopsOf(min, max)
  const [least = 0, most = least] = [stops[0], stops.at(-1)]
  if (least >= most && areSame(chosen, NONE)) return null
  const inUnit = (value: number) => number(value) + (unit ? `\u00a0${unit}` : '')
  return (
    <Group title={title}>
      {least < most && <Thumbs {...{ title, stops, draft, inUnit }} onChange={change} />}
      <div className="mt-1 grid grid-cols-2 gap-2">
        <Amount
          label={t('around.filters.from')}
          unit={unit}
          value={draft.low}
          otherwise={least}
          onChange={(low) => change({ ...draft, low })}
          onDone={settle}
        />
        <Amount
          label={t('around.filters.to')}
          unit={unit}
          value={draft.high}
          otherwise={most}
          onChange={(high) => change({ ...draft, high })}
          onDone={settle}
        />
      </div>
    </Group>
  )
}
