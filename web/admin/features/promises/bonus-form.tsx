import * as v from 'valibot'
import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { FieldGroup } from '../settings/field-group'
import { type Rules, saveBonusRules, useSaved } from './queries'
import { basisPointsOf, rate, typedPercent } from './values'

const MOST_SHARE = 9_000
const MOST_RATE = 10_000

const rateOf = (typed: Record<string, string>, name: string) => basisPointsOf(typed[name] ?? '') ?? 0

/** The percentages that purchases earn, and the part of an order that bonuses can pay. */
export function BonusForm({ bonus }: { bonus: Rules['bonus'] }) {
  const { t, locale } = useI18n()
  const saved = useSaved()
  const names = bonus.rules.map((_, place) => `rate${place}`)
  const form = useSendForm({
    schema: v.object({
      ...Object.fromEntries(names.map((name) => [name, rate(1, MOST_RATE)])),
      spendShare: rate(0, MOST_SHARE),
    }),
    values: {
      ...Object.fromEntries(bonus.rules.map(({ basisPoints = 0 }, place) => [`rate${place}`, typedPercent(basisPoints)])),
      spendShare: typedPercent(bonus.spendShare ?? 0),
    },
    labels: {
      ...Object.fromEntries(
        bonus.rules.map(({ title }, place) => [`rate${place}`, t('office.rules.rate', { name: title?.[locale] ?? '' })]),
      ),
      spendShare: t('office.rules.spendShare'),
    },
    fieldNamed: (named) => named.replace(/^rules\[(\d+)\]\.basisPoints$/, 'rate$1'),
    send: (typed) =>
      saveBonusRules(locale, {
        rules: bonus.rules.map((rule, place) => ({ ...rule, basisPoints: rateOf(typed, `rate${place}`) })),
        spendShare: rateOf(typed, 'spendShare'),
      }),
    onSent: async (answer) => {
      toast.good(t('office.saved'))
      await saved(locale, answer)
    },
  })
  return (
    <FieldGroup title={t('office.rules.bonus')}>
      <SendForm form={form} submit={t('office.save')}>
        <div className="grid gap-5 sm:grid-cols-2">
          {[...names, 'spendShare'].map((name) => (
            <FormText key={name} name={name} inputMode="decimal" autoComplete="off" />
          ))}
        </div>
      </SendForm>
    </FieldGroup>
  )
}
