/** The context as an older n8n has it, which does not know the name. */
export function hostWithout<Context extends object>(name: string, context: Context): Context {
	return new Proxy(context, { has: (target, key) => key !== name && Reflect.has(target, key) });
}
