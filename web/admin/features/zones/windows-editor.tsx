// The part of the zone form with the delivery windows: the hours of each day in which the zone is served.
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { FormSelect, FormText } from '~shared/features/forms/fields'
import { useParentForm } from '~shared/features/forms/send-form'
import { useT } from '~shared/i18n/context'
import { Button, IconButton } from '~shared/ui/button'
import { MAX_WINDOWS, nextWindow, type WindowValues } from './rules'
import { hourText } from './zone-card'

const HOURS_OF_DAY = 24
/** The hours from 00:00 to 24:00 as choices. A window starts before 24:00 and ends after 00:00. */
export const HOURS = Array.from({ length: HOURS_OF_DAY + 1 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))
const [STARTS, ENDS] = [HOURS.slice(0, HOURS_OF_DAY), HOURS.slice(1)]

export function WindowsEditor() {
  const t = useT()
  const { form, errorFor } = useParentForm()
  const list = useFieldArray({ control: form.control, name: 'windows', keyName: 'rowKey' })
  const error = errorFor('windows')
  return (
    <>
      <ol className="grid gap-4">
        {list.fields.map(({ rowKey }, index) => (
          <li key={rowKey}>
            <WindowRow index={index} onRemove={() => list.remove(index)} />
          </li>
        ))}
      </ol>
      {error && <p className="text-sm font-medium text-bad">{error}</p>}
      {list.fields.length < MAX_WINDOWS && (
        <Button
          look="secondary"
          className="justify-self-start"
          onClick={() =>
            list.append(nextWindow(form.getValues('windows') as WindowValues[]), {
              shouldFocus: true,
              focusName: `windows.${list.fields.length}.starts`,
            })
          }
        >
          <Plus aria-hidden className="size-4.5" />
          {t('adminZones.windows.add')}
        </Button>
      )}
    </>
  )
}

function WindowRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const t = useT()
  const path = `windows.${index}`
  return (
    <div
      role="group"
      aria-label={t('adminZones.windows.one', { number: index + 1 })}
      className="grid grid-cols-2 gap-3 rounded-lg border border-line p-4 sm:grid-cols-[1fr_1fr_1fr_1fr_auto] sm:border-0 sm:p-0"
    >
      <FormSelect name={`${path}.starts`} label={t('adminZones.windows.starts')} choices={STARTS} />
      <FormSelect name={`${path}.ends`} label={t('adminZones.windows.ends')} choices={ENDS} />
      <FormText name={`${path}.capacity`} label={t('adminZones.windows.capacity')} inputMode="numeric" autoComplete="off" />
      <FormText name={`${path}.surcharge`} label={t('adminZones.windows.surcharge')} inputMode="decimal" autoComplete="off" />
      <IconButton
        label={t('adminZones.windows.remove', { number: index + 1 })}
        className="col-span-2 justify-self-end sm:col-span-1 sm:mt-9"
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-5" />
      </IconButton>
    </div>
  )
}

export const windowLabels = (t: ReturnType<typeof useT>, windows: WindowValues[]) =>
  Object.fromEntries(
    windows.flatMap((_, index) =>
      (['starts', 'ends', 'capacity', 'surcharge'] as const).map((field) => [
        `windows.${index}.${field}`,
        `${t('adminZones.windows.one', { number: index + 1 })}, ${t(`adminZones.windows.${field}`)}`,
      ]),
    ),
  )
