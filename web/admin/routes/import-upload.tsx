// The page that uploads a file of products. The page of its import then opens.
import { useMutation, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Download, FileUp } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { categoriesQuery } from '~admin/features/categories/api'
import { ACCEPTED, MAX_FILE_BYTES, uploadFile, useSaveFile } from '~admin/features/imports/api'
import { withPaths } from '~admin/features/products/categories'
import { Prerequisites } from '~admin/features/products/prerequisites'
import { adminPaths } from '~admin/paths'
import { AdminPage } from '~admin/ui/admin-page'
import { FieldGroup } from '~admin/ui/forms'
import { failureText } from '~shared/api/failure'
import { fieldProblems } from '~shared/features/forms/problems'
import { useI18n } from '~shared/i18n/context'
import { Button, buttonClass, ButtonLink, Spinner } from '~shared/ui/button'
import { SelectField } from '~shared/ui/fields'

export function Component() {
  const { t } = useI18n()
  return (
    <AdminPage
      needs="products_write"
      title={t('adminImports.new')}
      text={t('adminImports.newText')}
      action={
        <ButtonLink to={adminPaths.imports()} look="secondary">
          {t('adminImports.back')}
        </ButtonLink>
      }
    >
      <Prerequisites />
      <FileChooser />
      <Template />
    </AdminPage>
  )
}

function FileChooser() {
  const { t, locale } = useI18n()
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const sending = useMutation({
    mutationFn: (file: File) => uploadFile(locale, file),
    onSuccess: ({ data }) => navigate(adminPaths.import(String(data.id))),
    onError: (error) => setRefusal(fieldProblems(error, ['fileName', 'file'])[0]?.message ?? failureText(t, error)),
  })
  const send = (file: File | undefined) => {
    if (!file || sending.isPending) return
    const isTooLarge = file.size > MAX_FILE_BYTES
    setRefusal(isTooLarge ? t('adminImports.file.tooLarge') : undefined)
    if (!isTooLarge) sending.mutate(file)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the file field below does the same without a mouse
    <div
      role="group"
      aria-label={t('adminImports.file.title')}
      className={clsx(
        'grid justify-items-center gap-4 rounded-xl border-2 border-dashed p-8 text-center',
        isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong bg-surface',
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        send(event.dataTransfer.files[0])
      }}
    >
      <FileUp aria-hidden className="size-10 text-muted" />
      <p className="max-w-md text-muted text-pretty">{t('adminImports.file.text')}</p>
      <label className={buttonClass('primary', 'lg', 'cursor-pointer focus-within:outline-2.5')}>
        {sending.isPending && <Spinner />}
        {t(sending.isPending ? 'adminImports.file.sending' : 'adminImports.file.choose')}
        <input
          type="file"
          accept={ACCEPTED}
          disabled={sending.isPending}
          className="sr-only"
          onChange={({ target }) => {
            send(target.files?.[0])
            // Without this, the browser reports no change when the user chooses the same file again, for example a corrected one.
            target.value = ''
          }}
        />
      </label>
      {refusal && (
        <p role="alert" className="font-medium text-bad">
          {refusal}
        </p>
      )}
    </div>
  )
}

/** Downloads an empty file with the columns of a category. */
function Template() {
  const { t, locale } = useI18n()
  const [categoryId, setCategoryId] = useState('')
  const { data: categories } = useQuery(categoriesQuery(locale))
  const file = useSaveFile(`/admin/import-templates/${categoryId}`, `sovqat-${categoryId}.csv`)
  return (
    <FieldGroup title={t('adminImports.template.title')} text={t('adminImports.template.text')}>
      <div className="grid items-end gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <SelectField
          label={t('adminImports.target.category')}
          placeholder={t('adminImports.template.choose')}
          choices={withPaths(categories?.data ?? [], locale).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={categoryId}
          onChange={({ target }) => setCategoryId(target.value)}
        />
        <Button
          look="secondary"
          size="lg"
          busy={file.isPending}
          disabled={categoryId === '' || file.isPending}
          onClick={() => file.mutate()}
        >
          <Download aria-hidden className="size-4.5" />
          {t('adminImports.template.download')}
        </Button>
      </div>
    </FieldGroup>
  )
}
