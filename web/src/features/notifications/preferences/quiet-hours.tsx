import type { NotificationPreferences } from '~shared/api/types'
import { useT } from '~shared/i18n/context'
import { CheckField } from '~shared/ui/check-field'
import { SelectField } from '~shared/ui/select-field'

type Hours = NotificationPreferences['quietHours']

const HALF_HOURS = Array.from({ length: 48 }, (_, index) => `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`)

/** What was chosen elsewhere to the minute stays in the list. */
const choicesWith = (chosen: string) => [...new Set([...HALF_HOURS, chosen])].toSorted().map((time) => ({ value: time, label: time }))

export function QuietHours({ hours, onChange }: { hours: Hours; onChange: (hours: Hours) => void }) {
  const t = useT()
  return (
    <div className="grid gap-3">
      <CheckField checked={hours.isOn} onChange={({ target }) => onChange({ ...hours, isOn: target.checked })}>
        {t('notifications.preferences.quiet.on')}
      </CheckField>
      {hours.isOn && (
        <div className="grid max-w-sm grid-cols-2 gap-3">
          {(['from', 'until'] as const).map((end) => (
            <SelectField
              key={end}
              label={t(`notifications.preferences.quiet.${end}`)}
              choices={choicesWith(hours[end])}
              value={hours[end]}
              onChange={({ target }) => onChange({ ...hours, [end]: target.value })}
            />
          ))}
        </div>
      )}
    </div>
  )
}
