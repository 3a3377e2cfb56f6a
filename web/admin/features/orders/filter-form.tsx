// The form that filters the list of orders. The filter is in the address, so that it survives a reload and the back button.
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, Search, SlidersHorizontal } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { allStoresQuery } from '~admin/features/campaigns/api'
import { windowsQuery } from '~admin/features/deliveries/api'
import { isDay } from '~admin/lib/days'
import { adminPaths, type OrderFilter } from '~admin/paths'
import { useI18n } from '~shared/i18n/context'
import { timeOfDay } from '~shared/i18n/dates'
import { typedText } from '~shared/lib/text'
import { Button, ButtonLink } from '~shared/ui/button'
import { SelectField, TextField } from '~shared/ui/fields'
import { isTooShort, MAX_TEXT, PAYMENT_STATUSES } from './filter'

/** These fields are applied when the form is sent. Selects are applied as soon as they are changed. */
const TYPED_FIELDS = ['text', 'since', 'until', 'deliverOn'] as const
const DAY_FIELDS = ['since', 'until', 'deliverOn'] as const

export function OrderFilterForm({ filter }: { filter: OrderFilter }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const form = useTypedFields(filter)
  const { text, status: _status, ...folded } = filter
  const apply = (change: OrderFilter) => {
    if (!form.current) return
    const fields = form.current
    const typed = Object.fromEntries(TYPED_FIELDS.map((field) => [field, typedText(fields, field)]))
    const next: OrderFilter = { ...filter, ...typed, ...change }
    // A delivery window belongs to a day, so another day removes it from the filter.
    const isSameDay = next.deliverOn === filter.deliverOn
    void navigate(adminPaths.orders(isSameDay ? next : { ...next, window: undefined }))
  }
  return (
    <form
      ref={form}
      role="search"
      aria-label={t('admin.search')}
      className="grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault()
        apply({})
      }}
    >
      <div className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          name="text"
          label={t('admin.find')}
          defaultValue={text}
          placeholder={t('admin.findExample')}
          error={isTooShort(text) ? t('errors.fields.too_short') : undefined}
          maxLength={MAX_TEXT}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="flex flex-wrap gap-2 sm:pt-7.5">
          <Button type="submit" size="lg">
            <Search aria-hidden className="size-4.5" />
            {t('admin.findNow')}
          </Button>
          {Object.values(filter).some(Boolean) && (
            <ButtonLink to={adminPaths.orders()} look="quiet" size="lg">
              {t('admin.clearFilter')}
            </ButtonLink>
          )}
        </div>
      </div>
      <details open={Object.values(folded).some(Boolean)} className="group">
        <summary className="inline-flex min-h-11 list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
          <SlidersHorizontal aria-hidden className="size-4.5 text-muted" />
          {t('admin.filters')}
          <ChevronDown aria-hidden className="size-4.5 text-muted transition-transform group-open:rotate-180" />
        </summary>
        <FoldedFields filter={filter} apply={apply} />
      </details>
    </form>
  )
}

function FoldedFields({ filter, apply }: { filter: OrderFilter; apply: (change: OrderFilter) => void }) {
  const { t } = useI18n()
  return (
    <div className="grid gap-4 pt-2 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField
        label={t('admin.payment')}
        placeholder={t('admin.anyPayment')}
        choices={PAYMENT_STATUSES.map((payment) => ({ value: payment, label: t(`orders.payment.${payment}`) }))}
        value={filter.payment ?? ''}
        onChange={({ target }) => apply({ payment: target.value })}
      />
      <StoreSelect storeId={filter.storeId} onChoose={(storeId) => apply({ storeId })} />
      {DAY_FIELDS.map((field) => (
        <TextField key={field} name={field} type="date" label={t(`admin.${field}`)} defaultValue={filter[field]} />
      ))}
      {filter.deliverOn && isDay(filter.deliverOn) && (
        <WindowSelect day={filter.deliverOn} window={filter.window} onChoose={(window) => apply({ window })} />
      )}
    </div>
  )
}

/** When the address changes, the fields get its values without being replaced, so the focus stays. */
function useTypedFields(filter: OrderFilter) {
  const form = useRef<HTMLFormElement>(null)
  // A text, because an effect runs again for every new array.
  const values = JSON.stringify(TYPED_FIELDS.map((field) => filter[field] ?? ''))
  useEffect(() => {
    for (const [index, value] of (JSON.parse(values) as string[]).entries()) {
      const field = form.current?.elements.namedItem(TYPED_FIELDS[index] ?? '')
      if (field instanceof HTMLInputElement) field.value = value
    }
  }, [values])
  return form
}

function StoreSelect({ storeId, onChoose }: { storeId: string | undefined; onChoose: (storeId: string) => void }) {
  const { t, locale } = useI18n()
  const { data } = useQuery(allStoresQuery(locale))
  return (
    <SelectField
      label={t('admin.store')}
      placeholder={t('admin.anyStore')}
      choices={data?.data.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
      value={storeId ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

interface WindowSelectProps {
  day: string
  window: string | undefined
  onChoose: (window: string) => void
}

function WindowSelect({ day, window, onChoose }: WindowSelectProps) {
  const { t, locale } = useI18n()
  const { data } = useQuery(windowsQuery(locale, day))
  const choices = data?.data.windows.map(({ slotId, zone, from, until }) => ({
    value: slotId,
    label: `${timeOfDay(from)}–${timeOfDay(until)}, ${zone}`,
  }))
  return (
    <SelectField
      label={t('admin.window')}
      placeholder={t('admin.anyWindow')}
      choices={choices ?? []}
      value={window ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}
