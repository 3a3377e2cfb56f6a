// The form of a quote: an operator's prices for a wholesale request, which the customer can accept until a day.
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { WholesaleRequest } from '~shared/api/types'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { ProductFinder } from '~shared/features/forms/product-finder'
import { SendForm, useParentForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { productQuery } from '~shared/features/catalog/queries'
import { sendQuote } from '~shared/features/wholesale/mutations'
import { addLine, MAX_LENGTH } from '~shared/features/wholesale/rules'
import { useI18n } from '~shared/i18n/context'
import { money } from '~shared/i18n/format'
import { SelectField, TextField } from '~shared/ui/fields'
import { IconButton } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { useShowRequest } from './forms'
import { type PricedLine, quoteOf, QuoteSchema, type QuoteValues, quoteValuesOf, totalOf } from './rules'

const NAMES = ['lines', 'validUntil', 'deliveryFee', 'deliveryTerms', 'note'] as const

/** A problem of one line, such as `lines.2.price`, is shown for all lines. */
const toFormField = (name: string) => (name.startsWith('lines') ? 'lines' : name)

/** Sending the form mails the quote to the customer. */
export function QuoteForm({ request }: { request: WholesaleRequest }) {
  const { t, locale } = useI18n()
  const show = useShowRequest()
  const [initialValues] = useState(() => quoteValuesOf(request, Date.now()))
  const sendForm = useSendForm({
    schema: QuoteSchema,
    values: initialValues,
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`wholesale.admin.quote.${name}`)])) as Record<(typeof NAMES)[number], string>,
    toFormField,
    send: (typed) => sendQuote(locale, request.code, quoteOf(typed)),
    onSent: async ({ data }) => {
      toast.good(t('wholesale.admin.quote.sent'))
      await show(data)
    },
  })
  const typed = sendForm.form.watch() as QuoteValues
  return (
    <SendForm form={sendForm} submit={t(request.quote ? 'wholesale.admin.quote.again' : 'wholesale.admin.quote.send')}>
      <PricedLines />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="validUntil" type="datetime-local" />
        <FormText name="deliveryFee" inputMode="decimal" autoComplete="off" hint={t('wholesale.admin.quote.feeHint')} />
      </div>
      <FormArea name="deliveryTerms" optional rows={2} maxLength={MAX_LENGTH.note} />
      <FormArea name="note" optional rows={2} maxLength={MAX_LENGTH.note} />
      <p className="font-medium">{t('wholesale.admin.quote.total', { total: money(totalOf(typed)) })}</p>
    </SendForm>
  )
}

function PricedLines() {
  const { t } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'lines', control: form.control }).field
  const lines = value as PricedLine[]
  const change = (changedIndex: number, changed: Partial<PricedLine>) =>
    onChange(lines.map((line, index) => (index === changedIndex ? { ...line, ...changed } : line)))
  return (
    <div className="grid gap-4">
      <ul aria-label={t('wholesale.admin.quote.lines')} className="divide-y divide-line">
        {lines.map((line, index) => (
          <PricedLineFields
            key={`${line.productId} ${line.sizeId ?? ''}`}
            line={line}
            onChange={(changed) => change(index, changed)}
            onRemove={() => onChange(lines.filter((_, other) => other !== index))}
          />
        ))}
      </ul>
      <ProductFinder
        ref={ref}
        label={labels.lines ?? 'lines'}
        error={errorFor('lines')}
        addOf={(name) => t('wholesale.form.add', { name })}
        none={t('wholesale.form.notFound')}
        onAdd={({ id, name }) => onChange(addLine(lines, { productId: id, name, count: '', price: '' }))}
      />
    </div>
  )
}

interface LineProps {
  line: PricedLine
  onChange: (changed: Partial<PricedLine>) => void
  onRemove: () => void
}

/** Shows the usual price for comparison. */
function PricedLineFields({ line: { productId, sizeId, name, count, price }, onChange, onRemove }: LineProps) {
  const { t, locale } = useI18n()
  const { data } = useQuery(productQuery(locale, String(productId)))
  const product = data?.data
  const sizes = product?.sizes ?? []
  return (
    <li className="grid gap-3 py-3">
      <p className="font-medium wrap-anywhere">
        {name}
        {product && (
          <span className="font-normal text-muted">
            {' '}
            {t('wholesale.admin.quote.list', { price: money(product.discountedPrice ?? product.price), stock: product.stock })}
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        {sizes.length > 0 && (
          <SelectField
            label={t('wholesale.form.sizeOf', { name })}
            placeholder={t('forms.choose')}
            choices={sizes.map((size) => ({ value: String(size.id), label: size.name }))}
            value={sizeId === undefined ? '' : String(sizeId)}
            onChange={({ target }) => onChange({ sizeId: Number(target.value) })}
          />
        )}
        <TextField
          label={t('wholesale.form.countOf', { name })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={count}
          onChange={({ target }) => onChange({ count: target.value })}
        />
        <TextField
          label={t('wholesale.admin.quote.priceOf', { name })}
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onChange={({ target }) => onChange({ price: target.value })}
        />
        <IconButton label={t('wholesale.form.remove', { name })} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}
