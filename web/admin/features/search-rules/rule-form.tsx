// The form of a search rule, which replaces a search text or puts products first in its results.
import { ArrowUp, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useController } from 'react-hook-form'
import * as v from 'valibot'
import { FormText } from '~shared/features/forms/fields'
import { ProductFinder } from '~shared/features/forms/product-finder'
import { errorCode } from '~shared/features/forms/rules'
import { SendForm, useParentForm } from '~shared/features/forms/send-form'
import { useSendForm } from '~shared/features/forms/use-send-form'
import { useI18n } from '~shared/i18n/context'
import { Button, IconButton } from '~shared/ui/button'
import { toast } from '~shared/ui/toast-store'
import { create, save, type SearchRule, useRefreshRules } from './api'

// The server's validation rules, with its error codes as messages.

const MAX_LENGTH = 60
const MAX_PRODUCTS = 12
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** A search text has a letter or a digit. An empty text is left to other rules. */
const isSearchText = (typed: string) => typed === '' || HAS_LETTER_OR_DIGIT.test(typed)

const Schema = v.pipe(
  v.object({
    text: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(1, errorCode('required')),
      v.maxLength(MAX_LENGTH, errorCode('too_long')),
      v.check(isSearchText, errorCode('invalid')),
    ),
    instead: v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTH, errorCode('too_long')), v.check(isSearchText, errorCode('invalid'))),
    products: v.pipe(v.array(v.object({ id: v.number(), name: v.string() })), v.maxLength(MAX_PRODUCTS, errorCode('too_many'))),
  }),
  v.forward(
    v.partialCheck([['instead'], ['products']], ({ instead, products }) => instead !== '' || products.length > 0, errorCode('required')),
    ['instead'],
  ),
)

type Values = v.InferInput<typeof Schema>
type Product = Values['products'][number]

interface Props {
  /** Absent for a new rule. */
  rule?: SearchRule
  /** The text of a new rule at first. */
  initialText?: string
  onClose: () => void
}

export function RuleForm({ rule, initialText = '', onClose }: Props) {
  const { t, locale } = useI18n()
  const refresh = useRefreshRules()
  const values: Values = {
    text: rule?.text ?? initialText,
    instead: rule?.instead ?? '',
    products: rule?.firstProducts.map(({ id, name }) => ({ id, name: name[locale] ?? name.az })) ?? [],
  }
  const sendForm = useSendForm({
    schema: Schema,
    values,
    labels: {
      text: t('admin.searchRules.when'),
      instead: t('admin.searchRules.instead'),
      products: t('admin.searchRules.first'),
    },
    toFormField: (field) => (field.startsWith('firstProductIds') ? 'products' : field),
    send: ({ text, instead, products }) => {
      const body = { text, ...(instead && { instead }), firstProductIds: products.map(({ id }) => id) }
      return rule ? save(locale, rule, body) : create(locale, body)
    },
    onSent: async ({ data: { text } }) => {
      toast.good(t('admin.searchRules.saved', { text }))
      onClose()
      await refresh()
    },
  })
  const { setFocus } = sendForm.form
  const firstEmptyField = rule || initialText ? 'instead' : 'text'
  useEffect(() => setFocus(firstEmptyField), [setFocus, firstEmptyField])

  return (
    <SendForm
      form={sendForm}
      submit={t('admin.searchRules.save')}
      beside={
        <Button look="quiet" size="lg" onClick={onClose}>
          {t('admin.searchRules.cancel')}
        </Button>
      }
    >
      <FormText name="text" hint={t('admin.searchRules.whenHint')} autoComplete="off" />
      <FormText name="instead" optional hint={t('admin.searchRules.insteadHint')} autoComplete="off" />
      <FirstProducts />
    </SendForm>
  )
}

function FirstProducts() {
  const { t } = useI18n()
  const { form, labels, errorFor } = useParentForm()
  const { ref, value, onChange } = useController({ name: 'products', control: form.control }).field
  const products = value as Product[]
  const without = (id: number) => products.filter((product) => product.id !== id)
  /** Exchanges the product with the one above it. */
  const moveUp = (index: number) => onChange(products.toSpliced(index - 1, 2, ...products.slice(index - 1, index + 1).toReversed()))
  return (
    <div className="grid gap-3">
      {products.length > 0 && (
        <ol aria-label={labels.products} className="divide-y divide-line">
          {products.map(({ id, name }, index) => (
            <li key={id} className="flex items-center gap-3 py-1.5">
              <span className="w-6 shrink-0 text-muted tabular-nums">{index + 1}.</span>
              <span className="min-w-0 grow font-medium wrap-anywhere">{name}</span>
              {index > 0 && (
                <IconButton label={t('admin.searchRules.moveUp', { name })} onClick={() => moveUp(index)}>
                  <ArrowUp aria-hidden className="size-5" />
                </IconButton>
              )}
              <IconButton label={t('admin.searchRules.removeProduct', { name })} onClick={() => onChange(without(id))}>
                <Trash2 aria-hidden className="size-5" />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      <ProductFinder
        ref={ref}
        label={labels.products ?? 'products'}
        hint={t('admin.searchRules.firstHint')}
        error={errorFor('products')}
        addOf={(name) => t('admin.searchRules.addProduct', { name })}
        none={t('admin.searchRules.noProducts')}
        onAdd={({ id, name }) => onChange([...without(id), { id, name }])}
      />
    </div>
  )
}
