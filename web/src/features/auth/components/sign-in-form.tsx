import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { failureText } from '~/features/content/failure-text'
import { useT } from '~/i18n/context'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { IconButton } from '~/ui/icon-button'
import { useSignIn } from '../sign-in'

const Schema = v.object({ login: v.pipe(v.string(), v.trim(), v.minLength(1)), password: v.pipe(v.string(), v.minLength(1)) })

export function SignInForm() {
  const t = useT()
  const signIn = useSignIn()
  const [isShown, setShown] = useState(false)
  const summary = useRef<HTMLParagraphElement>(null)
  const form = useForm({ resolver: standardSchemaResolver(Schema), defaultValues: { login: '', password: '' } })
  const { errors } = form.formState
  const required = (isWrong: boolean) => (isWrong ? t('common.required') : undefined)

  useEffect(() => {
    if (signIn.isError) summary.current?.focus()
  }, [signIn.isError, signIn.submittedAt])

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void form.handleSubmit((values) => signIn.mutate(values))(event)}>
      {signIn.isError && (
        <p ref={summary} tabIndex={-1} role="alert" className="rounded-lg bg-bad-soft px-4 py-3 font-medium text-bad outline-none">
          {failureText(t, signIn.error)}
        </p>
      )}
      <TextField
        {...form.register('login')}
        label={t('account.signIn.login')}
        hint={t('account.signIn.loginHint')}
        error={required(Boolean(errors.login))}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <TextField
        {...form.register('password')}
        label={t('account.signIn.password')}
        error={required(Boolean(errors.password))}
        type={isShown ? 'text' : 'password'}
        autoComplete="current-password"
        required
        trailing={
          <IconButton label={t('account.signIn.showPassword')} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? <EyeOff aria-hidden className="size-5 text-muted" /> : <Eye aria-hidden className="size-5 text-muted" />}
          </IconButton>
        }
      />
      <Button type="submit" size="lg" busy={signIn.isPending} disabled={signIn.isPending}>
        {t('account.signIn.submit')}
      </Button>
    </form>
  )
}
