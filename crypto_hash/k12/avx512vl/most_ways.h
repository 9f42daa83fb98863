enum { MOST_WAYS = 8 };
