// The form of the bonuses that a purchase earns. Shoppers read the rules as promises.
import * as v from 'valibot'
import { FieldGroup } from '~admin/ui/forms'
import { FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { toast } from '~shared/ui/toast-store'
import { type Rules, saveBonusRules, useApplySavedRules } from '../settings/api'
import { basisPointsOf, rate, typedPercent } from './values'

/** The largest share of an order that bonuses can pay, in basis points (1/100 %). */
const MAX_SHARE = 9_000
/** In basis points. */
const MAX_RATE = 10_000

/** The name of the input for the rate of a bonus rule. */
const rateName = (index: number) => `rate${index}`
const rateOf = (typed: Record<string, string>, name: string) => basisPointsOf(typed[name] ?? '') ?? 0

export function BonusForm({ bonus }: { bonus: Rules['bonus'] }) {
  const { t, locale } = useI18n()
  const applySaved = useApplySavedRules()
  const names = bonus.rules.map((_, index) => rateName(index))
  const sendForm = useSendForm({
    schema: v.object({
      ...Object.fromEntries(names.map((name) => [name, rate(1, MAX_RATE)])),
      spendShare: rate(0, MAX_SHARE),
    }),
    values: {
      ...Object.fromEntries(bonus.rules.map(({ basisPoints = 0 }, index) => [rateName(index), typedPercent(basisPoints)])),
      spendShare: typedPercent(bonus.spendShare ?? 0),
    },
    labels: {
      ...Object.fromEntries(
        bonus.rules.map(({ title }, index) => [rateName(index), t('adminSite.rules.rate', { name: title?.[locale] ?? '' })]),
      ),
      spendShare: t('adminSite.rules.spendShare'),
    },
    toFormField: (serverField) => serverField.replace(/^rules\[(\d+)\]\.basisPoints$/, 'rate$1'),
    send: (typed) =>
      saveBonusRules(locale, {
        rules: bonus.rules.map((rule, index) => ({ ...rule, basisPoints: rateOf(typed, rateName(index)) })),
        spendShare: rateOf(typed, 'spendShare'),
      }),
    onSent: async (response) => {
      toast.good(t('adminSite.saved'))
      await applySaved(locale, response)
    },
  })
  return (
    <FieldGroup title={t('adminSite.rules.bonus')}>
      <SendForm form={sendForm} submit={t('adminSite.save')}>
        <div className="grid gap-5 sm:grid-cols-2">
          {[...names, 'spendShare'].map((name) => (
            <FormText key={name} name={name} inputMode="decimal" autoComplete="off" />
          ))}
        </div>
      </SendForm>
    </FieldGroup>
  )
}
