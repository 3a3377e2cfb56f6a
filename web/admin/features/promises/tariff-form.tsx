import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { FieldGroup } from '../settings/field-group'
import { saveTariff, type Tariff, useSaved } from './queries'
import { tariffOf, TariffSchema, valuesOf } from './values'

const NAMES = ['fee', 'freeFrom', 'minimum', 'leadDays', 'cutOff', 'prepareHours'] as const

/** What deliveries to one zone cost, and when they can be. */
export function TariffForm({ tariff }: { tariff: Tariff }) {
  const { t, locale } = useI18n()
  const saved = useSaved()
  const form = useSendForm({
    schema: TariffSchema,
    values: valuesOf(tariff),
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`office.rules.${name}`)])) as Record<(typeof NAMES)[number], string>,
    send: (typed) => saveTariff(locale, tariffOf(tariff, typed)),
    onSent: async (answer) => {
      toast.good(t('office.saved'))
      await saved(locale, answer)
    },
  })
  return (
    <FieldGroup title={t('office.rules.zone', { name: tariff.title?.[locale] ?? tariff.code })}>
      <SendForm form={form} submit={t('office.save')}>
        <div className="grid gap-5 sm:grid-cols-2">
          {NAMES.map((name) => (
            <FormText
              key={name}
              name={name}
              optional={name === 'freeFrom'}
              {...(name === 'freeFrom' && { hint: t('office.rules.freeHint') })}
              inputMode="decimal"
              autoComplete="off"
            />
          ))}
        </div>
      </SendForm>
    </FieldGroup>
  )
}
