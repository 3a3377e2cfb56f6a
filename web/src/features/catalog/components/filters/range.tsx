import { useT } from '~/i18n/context'
import { number } from '~/i18n/format'
import { stepFor } from '../../facets'
import type { Bounds } from '../../filters'
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

/** From and to: by two thumbs for those who feel their way, by two numbers for those who know. */
export function Range({ title, unit, min = 0, max = 0, chosen, onChoose }: Props) {
  const t = useT()
  const { draft, change, settle } = useDraft(chosen, onChoose)
  const step = stepFor(max - min)
  const [least, most] = [Math.floor(min / step) * step, Math.ceil(max / step) * step]
  if (least >= most && chosen.low === undefined && chosen.high === undefined) return null
  const inUnit = (value: number) => number(value) + (unit ? `\u00a0${unit}` : '')
  return (
    <Group title={title}>
      {least < most && <Thumbs title={title} {...{ least, most, step, draft, inUnit }} onChange={change} />}
      <div className="mt-1 grid grid-cols-2 gap-2">
        <Amount
          label={t('filters.from')}
          unit={unit}
          value={draft.low}
          otherwise={least}
          onChange={(low) => change({ ...draft, low })}
          onDone={settle}
        />
        <Amount
          label={t('filters.to')}
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
