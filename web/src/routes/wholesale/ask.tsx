import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { LinesField } from '~/features/wholesale/lines-field'
import { uniqueKey } from '~shared/lib/idempotency-key'
import { useAuth } from '~shared/features/auth/store'
import { FormArea, FormText } from '~shared/features/forms/fields'
import { SendForm } from '~shared/features/forms/send-form'
import { type SendFormState, useDraftName, useKeepDraft, useSendForm } from '~shared/features/forms/use-send-form'
import { productQuery } from '~shared/features/catalog/queries'
import { requestQuote } from '~shared/features/wholesale/mutations'
import { addLine, toRequest, MAX_LENGTH, RequestSchema, type RequestValues } from '~shared/features/wholesale/rules'
import { useI18n } from '~shared/i18n/context'
import { drafts } from '~shared/lib/drafts'
import { paths, wholesalePaths } from '~shared/lib/paths'
import { useDocumentHead } from '~shared/lib/document-head'
import { Breadcrumbs } from '~shared/ui/section'

const STEPS = ['ask', 'quote', 'accept', 'deliver'] as const

export function Component() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  useDocumentHead(t('common.titleOf', { name: t('wholesale.title') }))
  return (
    <>
      <Breadcrumbs label={t('common.breadcrumbs')} crumbs={[{ name: t('common.home'), to: paths.home() }]} page={t('wholesale.title')} />
      <h1 tabIndex={-1} className="mt-1 text-3xl sm:text-4xl">
        {t('wholesale.title')}
      </h1>
      <p className="mt-2 max-w-2xl text-muted text-pretty">{t('wholesale.intro')}</p>
      <div className="mt-7 grid items-start gap-8 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-14">
        <ol className="grid gap-6">
          {STEPS.map((step, index) => (
            <li key={step}>
              <h2 className="text-lg">
                {index + 1}. {t(`wholesale.steps.${step}.title`)}
              </h2>
              <p className="text-muted text-pretty">{t(`wholesale.steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
        <section aria-labelledby="ask" className="rounded-xl border border-line bg-surface p-5 sm:p-7">
          <h2 id="ask" className="mb-5 text-xl">
            {t('wholesale.form.title')}
          </h2>
          <RequestForm product={search.get('mehsul')} onRequested={(code, token) => void navigate(wholesalePaths.request(code, token))} />
        </section>
      </div>
    </>
  )
}

const NAMES = ['companyName', 'voen', 'name', 'phoneNumber', 'email', 'lines', 'text', 'wishedDate', 'note'] as const

/** Maps a problem of one line, such as `lines.2.count`, to the field of all lines. */
const toFormField = (serverField: string) => (serverField.startsWith('lines') ? 'lines' : serverField)

type OnRequested = (code: string, token: string) => void

function useRequestForm(onRequested: OnRequested) {
  const { t, locale } = useI18n()
  const user = useAuth((state) => state.user)
  const draft = useDraftName('wholesale')
  // A second press and a retry send the same key, so that the server counts them once.
  const idempotencyKey = useRef('')
  const values: RequestValues = {
    companyName: '',
    voen: '',
    name: user ? `${user.firstName} ${user.lastName}`.trim() : '',
    phoneNumber: user?.phoneNumber ?? '',
    email: user?.email ?? '',
    lines: [],
    text: '',
    wishedDate: '',
    note: '',
  }
  const form = useSendForm({
    schema: RequestSchema,
    values: drafts.read(draft, values),
    labels: Object.fromEntries(NAMES.map((name) => [name, t(`wholesale.form.${name}`)])) as Record<(typeof NAMES)[number], string>,
    toFormField,
    send: (typed) => {
      idempotencyKey.current ||= uniqueKey()
      return requestQuote(locale, toRequest(typed), idempotencyKey.current)
    },
    onSent: ({ data }) => {
      idempotencyKey.current = ''
      drafts.drop(draft)
      onRequested(data.code, data.token)
    },
  })
  useKeepDraft(draft, form)
  const { watch } = form.form
  useEffect(() => {
    // A changed text is a new request with another key.
    const { unsubscribe } = watch(() => {
      idempotencyKey.current = ''
    })
    return unsubscribe
  }, [watch])
  return form
}

/** The request starts with the product that the customer came from. */
function useStartProduct(slug: string | null, { form: { getValues, setValue } }: SendFormState) {
  const { locale } = useI18n()
  const { data: startProduct } = useQuery({ ...productQuery(locale, slug ?? ''), enabled: slug !== null })
  useEffect(() => {
    if (startProduct)
      setValue('lines', addLine(getValues('lines'), { productId: startProduct.data.id, name: startProduct.data.name, count: '' }))
  }, [startProduct, getValues, setValue])
}

interface RequestFormProps {
  /** The slug of the product page that the customer came from. */
  product: string | null
  onRequested: OnRequested
}

function RequestForm({ product, onRequested }: RequestFormProps) {
  const { t } = useI18n()
  const form = useRequestForm(onRequested)
  useStartProduct(product, form)
  return (
    <SendForm form={form} submit={t('wholesale.form.send')} submitClass="max-sm:w-full">
      <LinesField />
      <FormArea name="text" optional rows={3} hint={t('wholesale.form.textHint')} maxLength={MAX_LENGTH.text} />
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="companyName" optional autoComplete="organization" maxLength={MAX_LENGTH.company} />
        <FormText name="voen" optional inputMode="numeric" autoComplete="off" hint={t('wholesale.form.voenHint')} />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText name="name" autoComplete="name" maxLength={MAX_LENGTH.name} />
        <FormText name="phoneNumber" type="tel" inputMode="tel" autoComplete="tel" />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormText
          name="email"
          optional
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('wholesale.form.emailHint')}
        />
        <FormText name="wishedDate" optional type="date" />
      </div>
      <FormArea name="note" optional rows={2} hint={t('wholesale.form.noteHint')} maxLength={MAX_LENGTH.note} />
    </SendForm>
  )
}
